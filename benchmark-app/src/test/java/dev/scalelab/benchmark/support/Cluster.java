package dev.scalelab.benchmark.support;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Two servers on loopback addresses of their own, that find each other as pods do: by a name that
 * resolves to both addresses. The name is in a hosts file of the test's instead of in a DNS server.
 */
public final class Cluster implements AutoCloseable {

  private static final String NAME = "pods.cluster.test";
  private static final String MEMBERS = "scalelab_cluster_members";

  private AppServer first;
  private final AppServer second;
  private final Path hosts;

  private Cluster(AppServer first, AppServer second, Path hosts) {
    this.first = first;
    this.second = second;
    this.hosts = hosts;
  }

  /** Starts two servers with the same settings, the way the pods of a StatefulSet do. */
  public static Cluster ofTwo(Map<String, String> environment) throws IOException {
    // Two test runs on one machine do not meet: each has addresses of its own.
    long pid = ProcessHandle.current().pid();
    String network = "127.%d.%d.".formatted(1 + pid / 256 % 250, pid % 256);
    String firstAddress = network + 1;
    String secondAddress = network + 2;
    Path hosts = Files.createTempFile("scalelab", ".hosts");
    Files.writeString(
        hosts,
        "%s %s%n%s %s%n127.0.0.1 localhost %s%n"
            .formatted(firstAddress, NAME, secondAddress, NAME, hostname()));
    Map<String, String> shared = new HashMap<>(environment);
    shared.put("CLUSTER_DNS", NAME);
    shared.merge(
        "JAVA_OPTS_APPEND",
        " -Djdk.net.hosts.file=" + hosts + " -Djboss.jgroups.tcp.port=" + Ports.free(firstAddress),
        (given, ours) -> given + ours);
    return new Cluster(
        start("cluster-0", firstAddress, shared), start("cluster-1", secondAddress, shared), hosts);
  }

  private static AppServer start(String name, String address, Map<String, String> shared)
      throws IOException {
    Map<String, String> environment = new HashMap<>(shared);
    environment.put("POD_IP", address);
    return AppServer.start(name, environment);
  }

  /** Waits until both are ready and in one cluster. */
  public void awaitReady() throws Exception {
    first.awaitReady();
    second.awaitReady();
    awaitMembers(first, 2);
    awaitMembers(second, 2);
  }

  /**
   * Kills the first server, and waits until the second has noticed. That takes a moment as a rule,
   * for its connection closes; JGroups misses this now and then where the first had just joined,
   * and then only the heartbeats tell, which are missed after 40 s. Until then the second asks the
   * dead one for what it had, in vain.
   */
  public void killFirst() throws Exception {
    first.kill();
    awaitMembers(second, 1);
  }

  /** Waits until a server sees a cluster of so many. */
  public static void awaitMembers(AppServer server, int members) {
    await()
        .alias(server.podName() + " sees a cluster of " + members)
        .atMost(Duration.ofSeconds(90))
        .until(() -> server.metric(MEMBERS) == members);
  }

  /** Starts another in the place of the first, which was killed, and waits for it. */
  public void replaceFirst() throws Exception {
    first = first.replace();
    first.awaitReady();
    awaitMembers(first, 2);
  }

  private static String hostname() throws IOException {
    return InetAddress.getLocalHost().getHostName();
  }

  public AppServer first() {
    return first;
  }

  public AppServer second() {
    return second;
  }

  @Override
  public void close() throws Exception {
    try {
      first.close();
    } finally {
      second.close();
      Files.deleteIfExists(hosts);
    }
  }
}
