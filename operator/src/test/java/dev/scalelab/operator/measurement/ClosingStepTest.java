package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ResponseTimes;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.StepCounts;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.StepTarget;
import dev.scalelab.operator.api.TierUse;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.reconcile.Given;
import dev.scalelab.operator.support.Experiments;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClosingStepTest {
  private static final Configuration CLOSING =
      configuration("{open: {rates: [40, 120]}, step: {closing: true}}");
  private static final StepResult FIRST = step(1, 40, 40.0, 10, 50);
  private static final StepResult HIGHEST = step(2, 120, 90.0, 10, 400);

  @Test
  void aLastStepLikeTheFirstIsFine() {
    assertThat(closing(step(3, 40, 39.8, 10.3, 52))).isEmpty();
  }

  @Test
  void lessThroughputIsNoRecovery() {
    assertThat(closing(step(3, 40, 31.0, 10, 50)))
        .hasValue(
            "step 3 has the load of step 1, but completed 31.0 instead of 40.0 transactions per"
                + " second: the servers have not recovered from the load in between");
  }

  @Test
  void lessCpuTimeMeansThatTheFirstStepWasNotWarm() {
    assertThat(closing(step(3, 40, 40.0, 8, 50)).orElseThrow())
        .contains("took 20 % less CPU time: the servers were not warm in step 1");
    assertThat(closing(step(3, 40, 40.0, 12, 50)).orElseThrow()).endsWith("20 % more CPU time");
  }

  @Test
  void aMedianIsComparedOutsideItsNoiseOnly() {
    assertThat(closing(step(3, 40, 40.0, 10, 65)).orElseThrow())
        .contains("median response time was 30 % longer");
    StepResult few = step(3, 40, 40.0, 10, 65);
    assertThat(closing(few.withCounts(new StepCounts(30L, 30L, 0L, 30L, 0L, 90L, null, null))))
        .as("of 30 transactions")
        .isEmpty();
  }

  @Test
  void anotherLoadIsNotCompared() {
    assertThat(closing(step(3, 41, 31.0, 20, 500))).isEmpty();
    assertThat(ClosingStep.text(CLOSING, ValidRuns.run(FIRST))).isEmpty();
  }

  /** As in config/samples/failover.yaml: in the second step a server is deleted. */
  @Test
  void twoEqualLevelsAreNoClosingStep() {
    RunResult run = ValidRuns.run(List.of(FIRST, step(2, 40, 31.0, 20, 500)), ValidRuns.RIGHT);
    Configuration failover = configuration("{open: {rates: [40, 40]}}");

    assertThat(ClosingStep.text(CLOSING, run)).isPresent();
    assertThat(ClosingStep.text(failover, run)).isEmpty();
    assertThat(ClosingStep.text(CLOSING, run.withPlan(ValidRuns.disturbedIn(2)))).isEmpty();
  }

  private static Configuration configuration(String load) {
    return Planner.plan("small", Experiments.with(Given.spec(), "load: " + load))
        .configurations()
        .get(0);
  }

  private static Optional<String> closing(StepResult last) {
    RunResult run = ValidRuns.run(List.of(FIRST, HIGHEST, last), ValidRuns.RIGHT);
    return ClosingStep.text(CLOSING, run);
  }

  private static StepResult step(
      int number, int rate, double perSecond, double cpuMillis, double p50Millis) {
    StepResult step = ValidRuns.step(number);
    ResponseTimes times = step.responseTimes();
    long completed = Math.round(45 * perSecond);
    return step.withTarget(StepTarget.ofRate(rate))
        .withThroughputPerSecond(perSecond)
        .withCounts(
            new StepCounts(completed, completed, 0L, completed, 0L, 3 * completed, null, null))
        .withResponseTimes(
            new ResponseTimes(
                p50Millis,
                times.p90Millis(),
                times.p95Millis(),
                times.p99Millis(),
                times.maxMillis(),
                times.sentP95Millis(),
                times.sentP99Millis(),
                null))
        .withEvidence(
            ValidRuns.compiling(
                step.evidence(),
                List.of(
                    new TierUse("application", cpuMillis / 1000 * perSecond, 2.0, 0.0, null, null)),
                null));
  }
}
