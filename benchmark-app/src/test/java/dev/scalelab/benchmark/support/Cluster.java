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
 * Two servers on separate loopback addresses, which find each other like pods: by a name that
 * resolves to both addresses. The name is in a hosts file of the test instead of in a DNS server.
 */
public final class Cluster implements AutoCloseable {

  private static final String NAME = "pods.cluster.test";
  private static final String FIRST = "cluster-0";

  /** Size of the JGroups view, which changes when a server joins or dies. */
  public static final String MEMBERS = "scalelab_cluster_members";

  private final Map<String, String> ofFirst;
  private final AppServer second;
  private final Path hosts;
  private AppServer first;

  private Cluster(Map<String, String> ofFirst, AppServer second, Path hosts) {
    this.ofFirst = ofFirst;
    this.second = second;
    this.hosts = hosts;
  }

  /** Starts two servers with the same settings, like the pods of a StatefulSet. */
  public static Cluster ofTwo(Map<String, String> environment) throws IOException {
    Cluster cluster = ofSecond(environment);
    cluster.first = AppServer.start(FIRST, cluster.ofFirst);
    return cluster;
  }

  /** Starts only the second server; {@link #startFirst} starts the first. */
  public static Cluster ofSecond(Map<String, String> environment) throws IOException {
    // Two test runs on one machine do not interfere: each uses different addresses.
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
        at(firstAddress, shared), AppServer.start("cluster-1", at(secondAddress, shared)), hosts);
  }

  private static Map<String, String> at(String address, Map<String, String> shared) {
    Map<String, String> environment = new HashMap<>(shared);
    environment.put("POD_IP", address);
    return environment;
  }

  /** Waits until both are ready and in one cluster. */
  public void awaitReady() throws Exception {
    first.awaitReady();
    second.awaitReady();
    awaitMembers(first, 2);
    awaitMembers(second, 2);
  }

  /** Waits until both are ready; they form no cluster. */
  public void awaitReadyApart() throws Exception {
    first.awaitReady();
    second.awaitReady();
  }

  /**
   * Kills the first server, and waits until the second has noticed. That usually takes a moment,
   * because its connection closes; JGroups sometimes misses this if the first had just joined, and
   * then only missing heartbeats show it, after 40 s. Until then the second requests the dead
   * server's data in vain.
   */
  public void killFirst() throws Exception {
    first.kill();
    awaitMembers(second, 1);
  }

  /** Waits until a server sees a cluster of this size. */
  public static void awaitMembers(AppServer server, int members) {
    await()
        .alias(server.podName() + " sees a cluster of " + members)
        .atMost(Duration.ofSeconds(90))
        .until(() -> server.metric(MEMBERS) == members);
  }

  /** Starts the first, or a replacement after it was killed, and waits for it. */
  public void startFirst() throws Exception {
    first = first == null ? AppServer.start(FIRST, ofFirst) : first.replace();
    awaitFirst();
  }

  /** Restarts the first after it was killed, with its old files. */
  public void restartFirst() throws Exception {
    first = first.restart();
    awaitFirst();
  }

  private void awaitFirst() throws IOException {
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
      if (first != null) {
        first.close();
      }
    } finally {
      second.close();
      Files.deleteIfExists(hosts);
    }
  }
}
