package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.scalelab.operator.api.Bottleneck;
import dev.scalelab.operator.api.BottleneckVerdict;
import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.CpuLimits;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.Verdict;
import dev.scalelab.operator.dashboards.DashboardQueries;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The small sample on a real cluster, whose operator is killed repeatedly; then every figure is
 * checked. {@link dev.scalelab.operator.reconcile.ExperimentOnApiServerTest} kills one after each
 * of its writes.
 */
@Isolated("what else runs takes the cores that are measured")
class SmallExperimentE2E {
  private static final String NAME = "small";
  private static final int MINUTES = 25;
  private static final double CORES = 0.5;

  private static final Cluster cluster = new Cluster();
  private static final List<String> kills = new ArrayList<>();
  private static final MachineSpeed speed = new MachineSpeed();
  private static Witness witness;
  private static Instant from;
  private static ScalabilityExperiment experiment;

  @BeforeAll
  static void runItAndKillItsOperator() throws IOException {
    cluster.delete(NAME); // the demo's, whose steps do not belong to this run
    from = Instant.now();
    witness = new Witness(cluster, NAME);
    // One and two servers show growth, and three steps are enough for it. Machines that run tests
    // differ by more than ten times: half a core did 6/s for a while, and 57/s on another day. Each
    // server must keep the first step with ease, neither must keep the last, and one must answer
    // what is in flight then before it times out. Two leave cores for the database and the load.
    String sample = Cluster.sample("small.yaml");
    assertThat(sample).contains("replicas: [1, 2, 3]", "rates: [3, 12, 40, 120]");
    assertThat(sample)
        .contains("cpu: 200m", "requestTimeoutMillis: 5000", "scale: 10", "maxSeconds: 120");
    cluster.apply(
        sample
            .replace("replicas: [1, 2, 3]", "replicas: [1, 2]")
            .replace("rates: [3, 12, 40, 120]", "rates: [2, 20, 240]")
            .replace("scale: 10", "scale: 12")
            // A warm-up ends with its transactions; only a slow machine needs more seconds.
            .replace("maxSeconds: 120", "maxSeconds: 300")
            .replace("cpu: 200m", "cpu: " + Math.round(1000 * CORES) + "m")
            .replace("requestTimeoutMillis: 5000", "requestTimeoutMillis: 30000"));

    killWhen("first step is in", cluster.trial("small-base-1"), trial -> steps(trial) >= 1);
    killWhen("servers start", cluster.servers("small-base-2-app"), Cluster::starting);
    killWhen("servers warm up", cluster.job("small-base-2-warmup"), Cluster::underWay);
    experiment = cluster.awaitFinished(NAME, MINUTES);
    witness.close();
  }

  /**
   * Each state is reached by the operator itself, so it was running again after the previous kill.
   *
   * @param state the state in which the operator is killed
   */
  private static <T extends HasMetadata> void killWhen(
      String state, Resource<T> resource, Predicate<T> reached) {
    cluster.until(resource, reached, MINUTES);
    assertThat(cluster.killOperator()).as("an operator was there when the " + state).isTrue();
    kills.add(state);
  }

  @AfterAll
  static void close() {
    speed.close();
    cluster.close();
  }

  @Test
  void endsWithAVerdictAndARowForEachConfiguration() {
    assertThat(experiment.getStatus().phase())
        .as(experiment.getStatus().message())
        .isEqualTo(Phase.SUCCEEDED);
    assertThat(experiment.getStatus().verdict()).isEqualTo(Verdict.PASSED);
    assertThat(experiment.getStatus().progress().trials()).isEqualTo("2/2");
    assertThat(experiment.getStatus().configurations())
        .extracting(ConfigurationResult::replicas)
        .containsExactly(1, 2);
    assertThat(experiment.getStatus().configurations())
        .allSatisfy(
            row ->
                assertThat(row)
                    .hasNoNullFieldsOrPropertiesExcept(
                        "changePercent",
                        "bbopsPerMinute",
                        "peakBbopsPerMinute",
                        "factors",
                        "reason",
                        "message",
                        "intervals", // of several rounds
                        "hostFullFromStep",
                        "search",
                        "disturbances", // none is planned
                        "partitions")); // all servers are in one cluster
  }

  /** Two servers share the machine's two cores, and need more time for it than one. */
  @Test
  void twoServersBeginAsWarmAsOne() {
    for (ConfigurationResult row : experiment.getStatus().configurations()) {
      assertThat(cluster.trial(row.trial()).get().getStatus().warmUpTransactionsEach())
          .as("transactions that each server of %s had done before it was measured", row.trial())
          .isGreaterThanOrEqualTo(500);
    }
  }

  @Test
  void throughputGrowsWithPodsUntilTheHostOrTheDatabaseStopsIt() {
    List<ConfigurationResult> rows = experiment.getStatus().configurations();
    double highestRate =
        steps(rows.get(0).trial()).stream()
            .mapToDouble(step -> step.target().perSecond())
            .max()
            .orElseThrow();
    assertThat(rows.get(0).peakPerSecond().mean())
        .as("one server is at its limit, and the load leaves room for growth")
        .isLessThan(0.75 * highestRate);
    List<Peak> peaks = rows.stream().map(row -> Peak.of(row, steps(row.trial()), speed)).toList();
    Peak one = peaks.get(0);
    Peak two = peaks.get(1);
    // The second server adds at least a third of the first one's throughput.
    double min = two.isWhereHostOrDatabaseStopped() ? 0.95 : 1.33;
    double target = highestRate / one.perSecond();
    assertThat(one.to(two).max())
        .as("growth to two servers: %s", peaks)
        .isGreaterThan(Math.min(min, 0.95 * target));
    // Steps are coarse: a saturation just above a rate is measured more precisely than one far
    // above it.
    assertThat(one.to(two).min() / 2)
        .as("of linear growth to two servers: %s", peaks)
        .isLessThan(1.25);
  }

  @Test
  void aServerFarAboveItsLimitGoesOnDoingWhatItCan() {
    List<StepResult> steps = steps(experiment.getStatus().configurations().get(0).trial());
    StepResult overloaded = steps.get(steps.size() - 1);
    StepResult highest =
        steps.stream().max(Comparator.comparingDouble(StepResult::mixPerSecond)).orElseThrow();
    double kept = overloaded.mixPerSecond() / highest.mixPerSecond();
    // The machine may have become slower since the highest step.
    double slower = speed.millisOfTheSameWork(overloaded) / speed.millisOfTheSameWork(highest);

    assertThat(overloaded.counts().shed())
        .as("more was scheduled than one server can do")
        .isPositive();
    assertThat(Math.max(kept, kept * slower))
        .as("share of %s/s, at a load of %s/s", highest.mixPerSecond(), overloaded.target())
        .isGreaterThan(0.6);
  }

  @Test
  void noJobIsMadeTwiceThoughTheOperatorWasKilled() {
    assertThat(kills).hasSize(3);
    Map<String, Integer> made = new HashMap<>(Map.of("small-base-prepare", 1));
    for (int pods : List.of(1, 2)) {
      String trial = "small-base-" + pods;
      made.putAll(Witness.jobsOf(trial, cluster.trial(trial).get().getStatus().runs()));
    }
    assertThat(witness.jobs()).containsOnlyKeys(made.keySet());
    assertThat(witness.jobs())
        .allSatisfy((name, uids) -> assertThat(uids).as(name).hasSize(made.get(name)));
  }

  @Test
  void noStepIsLostOrMeasuredTwiceThoughTheOperatorWasKilled() {
    for (String trial : List.of("small-base-1", "small-base-2")) {
      RunResult run = cluster.validRun(trial);
      assertThat(run.steps()).extracting(StepResult::step).containsExactly(1, 2, 3);
      assertThat(run.steps())
          .allSatisfy(
              step ->
                  assertThat(step.evidenced(null))
                      .usingRecursiveComparison()
                      // Clocks are compared later, with the evidence; stages when the trial ends.
                      .ignoringFields("clocks", "stage")
                      .isEqualTo(witness.firstSeen(trial, run.number(), step.step())));
    }
  }

  @Test
  void theDatabaseHoldsWhatTheClientCounted() {
    for (ConfigurationResult row : experiment.getStatus().configurations()) {
      ClientCounts.assertInTheDatabase(cluster.validRun(row.trial()));
    }
  }

  @Test
  void theBalancerCountsWhatTheClientSent() throws Exception {
    for (ConfigurationResult row : experiment.getStatus().configurations()) {
      ClientCounts.assertAtTheBalancer(cluster, row.trial(), cluster.validRun(row.trial()));
    }
  }

  @Test
  void serversWereMeasuredAtTheirLimit() {
    for (ConfigurationResult row : experiment.getStatus().configurations()) {
      assertThat(steps(row.trial()))
          .allSatisfy(
              step -> {
                assertThat(step.evidence().servers().cpuLimits())
                    .isEqualTo(new CpuLimits(CORES, CORES));
                // The balancer may take out a server that is overloaded.
                int min = step.counts().failed() == 0 ? 1 : 0;
                assertThat(step.evidence().balancer().minServers()).isBetween(min, row.replicas());
                assertThat(step.evidence().servers().clusterSize()).isEqualTo(row.replicas());
                // A server that is far above its limit may not answer Prometheus either.
                Double lost = step.evidence().servers().databaseLostSeconds();
                assertThat(lost == null && step.counts().failed() > 0 ? 0.0 : lost).isZero();
                assertThat(Peak.cores(step, "application"))
                    .isLessThan(CORES * row.replicas() * 1.1);
                assertThat(step.pods()).hasSize(row.replicas());
                assertThat(step.evidence().databases().get(0).commitsPerSecond())
                    .isGreaterThan(step.throughputPerSecond() * 0.5);
              });
    }
  }

  /** Its CPU stops one server, unless the machine was full or did not tell everything. */
  @Test
  void whatStopsOneServerIsNamed() {
    ScalabilityTrial trial = cluster.trial("small-base-1").get();
    Bottleneck found = trial.getStatus().result().bottleneck();
    StepResult last = steps("small-base-1").get(2);

    assertThat(found.verdict()).as(found.message()).isNotEqualTo(BottleneckVerdict.NOT_SATURATED);
    if (last.evidence().hostCpuPercent() < 90 && last.evidenceMissing() == null) {
      assertThat(found.resource()).as(found.message()).isEqualTo("Application/Cpu");
    }
  }

  @Test
  void everyPanelOfTheDashboardsShowsSomething() throws Exception {
    var queries =
        new DashboardQueries(
            cluster.prometheus(),
            Map.of("namespace", Cluster.NAMESPACE, "experiment", NAME, "trial", ".*"));

    // Results of the last trial are exported with the next scrape.
    await()
        .atMost(Duration.ofMinutes(3))
        .pollInterval(Duration.ofSeconds(5))
        .untilAsserted(() -> assertThat(queries.problems(from, Instant.now())).isEmpty());
  }

  @Test
  void theOperatorThatWorksHoldsTheLease() {
    var lease =
        cluster
            .client()
            .leases()
            .inNamespace(Cluster.OPERATOR_NAMESPACE)
            .withName("scalelab-operator");

    assertThat(cluster.operators())
        .extracting(pod -> pod.getMetadata().getName())
        .contains(lease.get().getSpec().getHolderIdentity());
  }

  @Test
  void nothingOfTheTestbedIsLeft() {
    cluster.awaitTornDown(NAME);

    assertThat(cluster.children(NAME))
        .extracting(child -> child.getKind())
        .containsOnly("ScalabilityTrial", "ConfigMap");
  }

  private static int steps(ScalabilityTrial trial) {
    List<RunResult> runs = trial.getStatus() == null ? List.of() : trial.getStatus().runs();
    return runs.isEmpty() ? 0 : runs.get(0).steps().size();
  }

  private static List<StepResult> steps(String trial) {
    return cluster.validRun(trial).steps();
  }
}
