#!/usr/bin/env bash
# putForExternalRead of Infinispan, for values that were read from somewhere slower, puts a value unless the cache has one already. On a
# member that is not the primary owner of the key it counts as a store either way, and with the time that it took to be sent: with four
# members 1000 calls for values that are there, and stay, are some 750 stores, for each member that makes them. A member that is the primary
# owner of the key counts no store, and putIfAbsent counts none for any key. How many writes a cache seems to get per read, and how
# long they take, depends on the number of its members, and their average write time is mainly that of writes that did not happen.
#
# The four members are in one process, connected by JGroups' transport for that, so that nothing goes over the network.
set -euo pipefail
version=16.0.5
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >pom.xml <<XML
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>findings</groupId>
  <artifactId>probe</artifactId>
  <version>1</version>
  <dependencies>
    <dependency><groupId>org.infinispan</groupId><artifactId>infinispan-core</artifactId><version>$version</version></dependency>
  </dependencies>
</project>
XML
mvn -B -q -ntp org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath -Dmdep.outputFile=classpath
cat >stack.xml <<'XML'
<config xmlns="urn:org:jgroups">
  <SHARED_LOOPBACK bind_addr="127.0.0.1"/>
  <SHARED_LOOPBACK_PING/>
  <MERGE3/>
  <pbcast.NAKACK2/>
  <UNICAST3/>
  <pbcast.STABLE/>
  <pbcast.GMS print_local_addr="false" join_timeout="500"/>
  <FRAG4/>
</config>
XML
cat >Probe.java <<'JAVA'
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.infinispan.AdvancedCache;
import org.infinispan.configuration.cache.CacheMode;
import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.infinispan.configuration.global.GlobalConfigurationBuilder;
import org.infinispan.manager.DefaultCacheManager;

class Probe {
  static final int MEMBERS = 4;
  static final int CALLS = 1000;

  public static void main(String[] arguments) throws Exception {
    ConfigurationBuilder configuration = new ConfigurationBuilder();
    configuration.clustering().cacheMode(CacheMode.DIST_SYNC).statistics().enable();
    List<AdvancedCache<Integer, String>> caches = new ArrayList<>();
    for (int i = 0; i < MEMBERS; i++) {
      GlobalConfigurationBuilder global = GlobalConfigurationBuilder.defaultClusteredBuilder();
      global.transport().nodeName("member-" + i).addProperty("configurationFile", "stack.xml");
      caches.add(new DefaultCacheManager(global.build()).<Integer, String>createCache("cache", configuration.build()).getAdvancedCache());
    }
    boolean right = stores("put", caches, (cache, key) -> cache.put(key, "value")).equals(List.of(CALLS, CALLS, CALLS, CALLS));
    right = right && stores("putIfAbsent", caches, (cache, key) -> cache.putIfAbsent(key, "other")).equals(List.of(0, 0, 0, 0));
    List<Integer> external = stores("putForExternalRead", caches, (cache, key) -> cache.putForExternalRead(key, "other"));

    List<Integer> elsewhere = caches.stream().map(cache -> count(key -> !cache.getDistributionManager().getCacheTopology().getDistribution(key).isPrimary())).toList();
    int unchanged = count(key -> caches.stream().allMatch(cache -> "value".equals(cache.get(key))));
    System.out.printf("keys with their value of before: %d; keys with another member as primary owner: %s%n", unchanged, elsewhere);
    if (!right || unchanged != CALLS) {
      throw new IllegalStateException("right counts of put and putIfAbsent were expected, and that nothing changed");
    }
    System.exit(external.equals(elsewhere) && external.stream().allMatch(stores -> stores > CALLS / 2) ? 0 : 1);
  }

  static int count(IntPredicate condition) {
    return (int) IntStream.range(0, CALLS).filter(condition).count();
  }

  /** The stores that each member counts while it makes the call for all keys, a member after the other. */
  static List<Integer> stores(String name, List<AdvancedCache<Integer, String>> caches, BiConsumer<AdvancedCache<Integer, String>, Integer> call) throws Exception {
    List<Integer> stores = new ArrayList<>();
    for (AdvancedCache<Integer, String> cache : caches) {
      cache.getStats().reset();
      IntStream.range(0, CALLS).forEach(key -> call.accept(cache, key));
      Thread.sleep(500); // putForExternalRead returns before it is done
      stores.add((int) cache.getStats().getStores());
    }
    System.out.printf("each member calls %s %d times: stores %s%n", name, CALLS, stores);
    return stores;
  }
}
JAVA
echo '.level=SEVERE' >logging.properties
echo "org.infinispan:infinispan-core $version"
timeout 120 java -Djava.util.logging.config.file=logging.properties -cp "$(cat classpath)" Probe.java 2>probe.log || { cat probe.log; echo "CHANGED: a store for each key with another primary owner was expected"; exit 1; }
echo "AS SEEN: putForExternalRead counts a store of a value that it did not store, unless the member is the key's primary owner"
