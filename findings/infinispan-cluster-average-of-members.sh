#!/usr/bin/env bash
# "Average number of nanoseconds for a read operation on the cache across the cluster", as Infinispan's cluster statistics describe it, is
# the mean of the members' averages, however many reads each had; a member without reads counts as one whose reads take no time. If one of
# four members serves all reads, they seem four times as quick as they are, and quicker with each idle member that is added. If one other
# member reads one value, which it has to get from its owner, that read has the weight of the hundred thousand local ones: the average is
# thousands of times too long. Hits and misses beside it are those of all members. The averages of writes and removals are made alike.
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
import org.infinispan.AdvancedCache;
import org.infinispan.configuration.cache.CacheMode;
import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.infinispan.configuration.global.GlobalConfigurationBuilder;
import org.infinispan.factories.ComponentRegistry;
import org.infinispan.manager.DefaultCacheManager;
import org.infinispan.stats.ClusterCacheStats;
import org.infinispan.stats.Stats;

class Probe {
  static final int MEMBERS = 4;
  static final int READS = 100_000;

  record Averages(double ofReads, double ofMembers, double reported) {
    boolean asSeen() {
      return Math.abs(reported / ofMembers - 1) < 0.1;
    }
  }

  public static void main(String[] arguments) {
    List<DefaultCacheManager> managers = new ArrayList<>();
    for (int i = 0; i < MEMBERS; i++) {
      GlobalConfigurationBuilder global = GlobalConfigurationBuilder.defaultClusteredBuilder();
      global.transport().nodeName("member-" + i).addProperty("configurationFile", "stack.xml");
      managers.add(new DefaultCacheManager(global.build()));
    }
    Averages idle = averages("idle", managers, false);
    Averages remote = averages("remote", managers, true);
    System.exit(idle.asSeen() && idle.reported < idle.ofReads / 3 && remote.asSeen() && remote.reported > 3 * remote.ofReads ? 0 : 1);
  }

  static Averages averages(String name, List<DefaultCacheManager> managers, boolean remoteRead) {
    ConfigurationBuilder configuration = new ConfigurationBuilder();
    configuration.clustering().cacheMode(CacheMode.DIST_SYNC).hash().numOwners(1).statistics().enable();
    List<AdvancedCache<Integer, String>> caches = new ArrayList<>();
    for (DefaultCacheManager manager : managers) {
      caches.add(manager.<Integer, String>createCache(name, configuration.build()).getAdvancedCache());
    }
    AdvancedCache<Integer, String> first = caches.get(0);
    int key = 0;
    while (!first.getDistributionManager().getCacheTopology().getDistribution(key).isPrimary()) {
      key++;
    }
    first.put(key, "value");
    for (int i = 0; i < READS; i++) {
      first.get(key);
    }
    if (remoteRead) {
      caches.get(1).get(key);
    }
    double nanos = 0;
    double sum = 0;
    long reads = 0;
    System.out.printf("cache %s, the members' reads:", name);
    for (AdvancedCache<?, ?> cache : caches) {
      Stats own = cache.getStats();
      nanos += (double) own.getAverageReadTimeNanos() * own.getRetrievals();
      sum += own.getAverageReadTimeNanos();
      reads += own.getRetrievals();
      System.out.printf(" %d of %.1f µs;", own.getRetrievals(), own.getAverageReadTimeNanos() / 1e3);
    }
    ClusterCacheStats cluster = ComponentRegistry.of(first).getComponent(ClusterCacheStats.class);
    Averages averages = new Averages(nanos / reads, sum / MEMBERS, cluster.getAverageReadTimeNanos());
    System.out.printf(" average %.2f µs%n", averages.ofReads / 1e3);
    System.out.printf("the cluster's statistics: %d hits and %d misses, average %.2f µs%n", cluster.getHits(), cluster.getMisses(), averages.reported / 1e3);
    return averages;
  }
}
JAVA
echo '.level=SEVERE' >logging.properties
echo "org.infinispan:infinispan-core $version"
timeout 120 java -Djava.util.logging.config.file=logging.properties -cp "$(cat classpath)" Probe.java 2>probe.log || { cat probe.log; echo "CHANGED: a quarter of the average was expected, and more than a hundred times it"; exit 1; }
echo "AS SEEN: the average of the cluster is that of its members, idle ones too, not that of the reads"
