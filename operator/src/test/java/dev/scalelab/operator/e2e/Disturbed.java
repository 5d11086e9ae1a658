package dev.scalelab.operator.e2e;

/** The manifests of short experiments in which something is disturbed. */
final class Disturbed {
  private static final String MANIFEST =
      """
      apiVersion: scalelab.dev/v1alpha1
      kind: ScalabilityExperiment
      metadata: {name: %s}
      spec:
        system:
          application: {cpu: 400m, startupCpu: 1500m, memory: 768Mi, heap: 384Mi, jvmOptions: ["-XX:TieredStopAtLevel=1", "-XX:CompileThresholdScaling=0.1"]}
      %s
        load:
          step: {seconds: %d, settleSeconds: 8, rampSeconds: 2}
          warmUp: {maxSeconds: 20, transactionsPerServer: 20}
          repetitions: 1
      %s
        disturbances:
      %s
        objectives: {maxErrorPercent: "100"}
      """;

  private Disturbed() {}

  /**
   * Eight users at two servers with two copies of each cart. One server alone carries them: one
   * that is not ready because of its load would be taken for one that is not back.
   */
  static String cart(String name, int seconds, String... disturbances) {
    return MANIFEST.formatted(
        name,
        "    state: {web: {copies: 2}, bean: {copies: 2}}\n"
            + "  workload: {type: Cart, thinkTime: {maxMillis: 1000}}\n"
            + "  sweep: {replicas: [2]}",
        seconds,
        "    closed: {users: [8]}",
        list(disturbances));
  }

  /** The same, with pods that stay, and a line of the balancer for each request to count from. */
  static String countedCart(String name, int seconds, String... disturbances) {
    return cart(name, seconds, disturbances)
            .replace("    state: {", "    balancer: {requestLog: true}\n    state: {")
        + "  testbedPolicy: Retain\n";
  }

  /** A few orders at one server, whose database has a replica. */
  static String orders(String name, int seconds, String... disturbances) {
    return MANIFEST.formatted(
        name,
        "    databases: [{name: main, instances: 2, cpu: 300m, memory: 256Mi}]\n"
            + "  workload: {scale: 10}\n"
            + "  sweep: {replicas: [1]}",
        seconds,
        "    open: {rates: [4]}",
        list(disturbances));
  }

  private static String list(String... disturbances) {
    return "    - {" + String.join("}\n    - {", disturbances) + "}";
  }
}
