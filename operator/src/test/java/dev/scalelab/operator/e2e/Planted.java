package dev.scalelab.operator.e2e;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

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
      Load.of("[5, 10]").withStepSeconds(60).withP95Millis(80)),
  /** Sessions of 512 KiB each, in a heap that the server alone nearly fills. */
  HEAP(
      "Application/Heap",
      "{type: Cart, cart: {stateBytes: 524288}}",
      "application: {cpu: \"1\", startupCpu: 1500m, memory: 512Mi, heap: 104Mi,"
          + " jvmOptions: [-XX:TieredStopAtLevel=1]}",
      Load.of("[2, 60]")),
  /** Few rows that most transactions change, each locked for the time of a slow commit. */
  LOCKS(
      "Database/Locks",
      "{scale: 5, keys: Skewed, mix: {changeOrder: 1}}",
      "application: {cpu: 800m, connectionPoolSize: 60, webThreads: 60, %s}, "
          + Planted.SLOW_COMMIT,
      Load.of("[2, 30]")),
  /** Eight connections for two servers whose pools may have 20 each. */
  CONNECTIONS(
      "Database/Connections",
      "{scale: 5, mix: {newOrder: 1}}",
      "application: {cpu: 800m, connectionPoolSize: 20, %s}, databases: [{name: main,"
          + " maxConnections: 18, connections: Unchecked, "
          + Planted.SLOW_PARAMETERS
          + "}]",
      Load.of("[2, 60]").withServers(2)),
  /** A server that may use nearly all of two cores, which the load's generator needs too. */
  HOST(
      "Host/Cpu",
      "{type: Cells}",
      "application: {cpu: 1900m, memory: 768Mi, heap: 384Mi,"
          + " jvmOptions: [-XX:TieredStopAtLevel=1]}",
      Load.of("[4, 150]")),
  /** Clients that wait little longer than one slow commit takes. */
  TIMEOUT(
      "Client/Timeout",
      "{scale: 5, mix: {newOrder: 1}}",
      "application: {cpu: 800m, %s}, " + Planted.SLOW_COMMIT,
      Load.of("[2, 30]").withTimeoutMillis(110)),
  /** Ten of eleven requests for one of two servers, and none to the other while they wait. */
  IMBALANCE(
      "Balancer/Imbalance",
      "{scale: 5}",
      "application: {cpu: 400m, %s}, balancer: {weights: [10, 1], maxRequestsPerServer: 1000}",
      Load.of("[4, 40]").withServers(2)),
  /** A load generator that cannot send what is asked of it, before a server that could answer. */
  GENERATOR(
      "LoadGeneratorSaturated",
      "{type: Cart}",
      "application: {cpu: \"1\", %s}",
      Load.of("[5, 100]").withGeneratorCpu("100m").withMaxInvalidRuns(0)),
  /** A control: little load on a system with room. */
  NOTHING("NotSaturated", "{scale: 5}", "application: {cpu: 800m, %s}", Load.of("[2, 4]")),
  /** A control: two connections, and a CPU that limits at about the same throughput. */
  TWO_LIMITS(
      "Application/JdbcPool, Application/Cpu or NotDetermined",
      "{scale: 5, mix: {newOrder: 1}}",
      "application: {cpu: 350m, connectionPoolSize: 2, %s}, " + Planted.SLOW_COMMIT,
      Load.of("[2, 30]")),
  /** A control: the same system twice, in two rounds. */
  TWICE(
      "Application/Cpu",
      "{scale: 5}",
      "application: {cpu: 200m, %s}",
      Load.of("[4, 40]").withRepetitions(2).withTwice(true));

  private static final Set<Planted> CONTROLS = EnumSet.of(NOTHING, TWO_LIMITS, TWICE);

  private static final String SLOW_PARAMETERS =
      "parameters: {commit_delay: \"100000\", commit_siblings: \"0\"}";

  private static final String SLOW_COMMIT = "databases: [{name: main, " + SLOW_PARAMETERS + "}]";

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
        sweep: {replicas: [%d], aa: %s}
        load:
          open: {rates: %s}
          step: {seconds: %d, settleSeconds: 10, rampSeconds: 2}
          warmUp: {maxSeconds: 30, transactionsPerServer: 400}
          repetitions: %d
          requestTimeoutMillis: %d
          generators: {cpu: %s}
        objectives: {responseTimes: [{percentile: "95", maxMillis: %d}]}
        maxInvalidRuns: %d
        diagnosis: {verify: %s}
      """;

  private final String expected;
  private final String workload;
  private final String system;
  private final Load load;

  Planted(String expected, String workload, String system, Load load) {
    this.expected = expected;
    this.workload = workload;
    this.system = system;
    this.load = load;
  }

  /** What the diagnosis has to name, or one of what it may. */
  String expected() {
    return expected;
  }

  /** Whether it is right to name this resource or verdict. */
  boolean isRight(String named) {
    return List.of(expected.split(", | or ")).contains(named);
  }

  /** Whether nothing is planted that alone is too small. */
  boolean isControl() {
    return CONTROLS.contains(this);
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
        load.servers,
        load.twice,
        load.rates,
        load.stepSeconds,
        load.repetitions,
        load.timeoutMillis,
        load.generatorCpu,
        load.p95Millis,
        load.maxInvalidRuns,
        verified);
  }

  /** What is asked of the system, by a generator with room. */
  @RecordBuilder
  record Load(
      String rates,
      int stepSeconds,
      int servers,
      int timeoutMillis,
      String generatorCpu,
      int p95Millis,
      int maxInvalidRuns,
      int repetitions,
      boolean twice)
      implements PlantedLoadBuilder.With {
    static Load of(String rates) {
      return new Load(rates, 25, 1, 10000, "\"1\"", 1000, 2, 1, false);
    }
  }
}
