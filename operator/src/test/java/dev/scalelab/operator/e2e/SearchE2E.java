package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.SearchRound;
import dev.scalelab.operator.api.Verdict;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The capacity of one small server, found by a search. */
@Isolated("what else runs takes the cores that are measured")
class SearchE2E {
  private static final String SEARCH =
      """
      apiVersion: scalelab.dev/v1alpha1
      kind: ScalabilityExperiment
      metadata: {name: sought}
      spec:
        workload: {type: Cart}
        system:
          application: {cpu: 500m, startupCpu: 1500m, memory: 768Mi, heap: 384Mi, jvmOptions: ["-XX:TieredStopAtLevel=1", "-XX:CompileThresholdScaling=0.1"]}
          state: {web: {copies: 1}, bean: {copies: 1}}
        sweep: {replicas: [1]}
        load:
          search: {max: 200, tolerancePercent: 30}
          step: {seconds: 22, settleSeconds: 5, rampSeconds: 2}
          warmUp: {maxSeconds: 90, transactionsPerServer: 1000}
          repetitions: 1
        objectives: {responseTimes: [{percentile: "95", maxMillis: 1000}]}
        maxInvalidRuns: 4
      """;

  private final Cluster cluster = new Cluster();

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void theCapacityIsBetweenALoadThatPassedAndOneThatFailed() throws Exception {
    cluster.apply(SEARCH);

    ScalabilityExperiment measured = cluster.awaitFinished("sought", 25);

    assertThat(measured.getStatus().verdict())
        .as(measured.getStatus().message())
        .isEqualTo(Verdict.PASSED);
    ScalabilityTrialStatus trial = cluster.trial("sought-base-1").get().getStatus();
    List<RunResult> valid =
        trial.runs().stream().filter(run -> run.phase() == RunPhase.VALID).toList();
    SearchRound round = trial.searched().get(0);
    // On a slow machine the probe may be invalid, when a later run shows that it was cold.
    assertThat(level(trial.runs().get(0))).as("a probe").isEqualTo(10);
    assertThat(valid)
        .as("a load that passed")
        .anyMatch(run -> met(run) && level(run) <= round.level());
    assertThat(valid)
        .as("a load that failed")
        .anyMatch(run -> !met(run) && level(run) >= round.level());
    assertThat(valid)
        .as("a step above the capacity, for the peak")
        .anyMatch(
            run ->
                run.plan().steps().stream()
                    .anyMatch(step -> step.perSecond() >= 1.2 * round.level()));
    ConfigurationResult row = measured.getStatus().configurations().get(0);
    assertThat(row.saturated()).isTrue();
    assertThat(row.capacityPerSecond().mean())
        .as("what is reported is what was found, which depends on the machine")
        .isCloseTo(round.level(), withinPercentage(5));
    assertThat(row.peakPerSecond().mean()).isGreaterThanOrEqualTo(row.capacityPerSecond().mean());
    assertThat(trial.result().search().confirmedLevel())
        .as("a measured pass")
        .isIn(valid.stream().map(SearchE2E::level).toList());
  }

  private static boolean met(RunResult run) {
    return run.steps().get(0).objectivesMet();
  }

  private static double level(RunResult run) {
    return run.plan().steps().get(0).perSecond();
  }
}
