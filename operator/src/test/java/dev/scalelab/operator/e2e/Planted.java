package dev.scalelab.operator.e2e;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Locale;

/**
 * A system in which one resource is much too small, and everything else generous.
 *
 * <p>A slow commit takes a tenth of a second without CPU: PostgreSQL sleeps before it writes its
 * log.
 */
enum Planted {
  /** A fifth of a core for the server. */
  APPLICATION_CPU(
      "Application/Cpu", "{scale: 5}", "application: {cpu: 200m, %s}", Load.of("[4, 40]")),
  /** A tenth of a core for the database. */
  DATABASE_CPU(
      "Database/Cpu",
      "{scale: 5}",
      "application: {cpu: 800m, %s}, databases: [{name: main, cpu: 100m}]",
      Load.of("[4, 60]")),
  /** Two connections, each held for the time of a slow commit. */
  JDBC_POOL(
      "Application/JdbcPool",
      "{scale: 5, mix: {newOrder: 1}}",
      "application: {cpu: 800m, connectionPoolSize: 2, %s}, " + Planted.SLOW_COMMIT,
      Load.of("[2, 30]")),
  /** Two web threads, each held for the time of a slow commit. */
  WEB_THREADS(
      "Application/WebThreads",
      "{scale: 5, mix: {newOrder: 1}}",
      "application: {cpu: 800m, webThreads: 2, %s}, " + Planted.SLOW_COMMIT,
      Load.of("[2, 20]")),
  /** One instance of each bean, so that one call at a time computes: with one of 1.5 cores. */
  BEAN_POOL(
      "Application/BeanPool",
      "{type: Cells}",
      "application: {cpu: 1500m, beanPoolSize: 1, %s}",
      Load.of("[4, 80]")),
  /** Two requests at a time, each as long as a slow commit. */
  BALANCER_REQUESTS(
      "Balancer/MaxRequests",
      "{scale: 5, mix: {newOrder: 1}}",
      "application: {cpu: 800m, %s}, balancer: {maxRequestsPerServer: 2}, " + Planted.SLOW_COMMIT,
      Load.of("[2, 30]")),
  /** A fiftieth of a core for the balancer, and requests that cost the server little. */
  BALANCER_CPU(
      "Balancer/Cpu",
      "{type: Cart}",
      "application: {cpu: \"1\", %s}, balancer: {cpu: 20m}",
      Load.of("[2, 60]")),
  /** A commit that takes longer than the objective, with hardly any load. */
  SLOW_COMMITS(
      "Database/Wal",
      "{scale: 5, mix: {newOrder: 1}}",
      "application: {cpu: 800m, %s}, " + Planted.SLOW_COMMIT,
      Load.of("[2, 4]").withP95Millis(80)),
  /** A load generator that cannot send what is asked of it, before a server that could answer. */
  GENERATOR(
      null,
      "{type: Cart}",
      "application: {cpu: \"1\", %s}",
      Load.of("[5, 100]").withGeneratorCpu("100m").withMaxInvalidRuns(0)),
  /** Little load on a system with room. */
  NOTHING(null, "{scale: 5}", "application: {cpu: 800m, %s}", Load.of("[2, 4]"));

  private static final String SLOW_COMMIT =
      "databases: [{name: main, parameters: {commit_delay: \"100000\", commit_siblings: \"0\"}}]";

  private static final String SERVER =
      "startupCpu: 1500m, memory: 768Mi, heap: 384Mi, jvmOptions: [-XX:TieredStopAtLevel=1]";

  private static final String MANIFEST =
      """
      apiVersion: scalelab.dev/v1alpha1
      kind: ScalabilityExperiment
      metadata: {name: %s}
      spec:
        workload: %s
        system: {%s}
        sweep: {replicas: [1]}
        load:
          open: {rates: %s}
          step: {seconds: 25, settleSeconds: 10, rampSeconds: 2}
          warmUp: {maxSeconds: 30, transactionsPerServer: 400}
          repetitions: 1
          generators: {cpu: %s}
        objectives: {responseTimes: [{percentile: "95", maxMillis: %d}]}
        maxInvalidRuns: %d
        diagnosis: {verify: %s}
      """;

  private final String resource;
  private final String workload;
  private final String system;
  private final Load load;

  Planted(String resource, String workload, String system, Load load) {
    this.resource = resource;
    this.workload = workload;
    this.system = system;
    this.load = load;
  }

  /** What the diagnosis has to name; null if nothing. */
  String resource() {
    return resource;
  }

  /** The experiment's name. */
  String title() {
    return "planted-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The experiment.
   *
   * @param verified whether more of the resource is tried too
   */
  String manifest(boolean verified) {
    return MANIFEST.formatted(
        title(),
        workload,
        system.formatted(SERVER),
        load.rates,
        load.generatorCpu,
        load.p95Millis,
        load.maxInvalidRuns,
        verified);
  }

  /** What is asked of the system, by a generator with room. */
  @RecordBuilder
  record Load(String rates, String generatorCpu, int p95Millis, int maxInvalidRuns)
      implements PlantedLoadBuilder.With {
    static Load of(String rates) {
      return new Load(rates, "\"1\"", 1000, 2);
    }
  }
}
