package dev.scalelab.operator.analysis;

import static dev.scalelab.operator.analysis.Steps.OBJECTIVES;
import static dev.scalelab.operator.analysis.Steps.QUICK;
import static dev.scalelab.operator.analysis.Steps.SLOW;
import static dev.scalelab.operator.analysis.Steps.measured;
import static dev.scalelab.operator.analysis.Steps.run;
import static dev.scalelab.operator.analysis.Steps.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Evidence;
import dev.scalelab.operator.api.EvidenceBuilder;
import dev.scalelab.operator.api.ObjectivesSpec;
import dev.scalelab.operator.api.PartitionUse;
import dev.scalelab.operator.api.ResponseShare;
import dev.scalelab.operator.api.ResponseTimes;
import dev.scalelab.operator.api.RoundFigures;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.Spread;
import dev.scalelab.operator.api.SteadyClass;
import dev.scalelab.operator.api.SteadyVerdict;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.StepSteadiness;
import dev.scalelab.operator.api.StepTarget;
import dev.scalelab.operator.api.StreamResult;
import dev.scalelab.operator.api.TransactionResult;
import dev.scalelab.operator.api.TrialResult;
import dev.scalelab.operator.support.Objectives;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TrialAnalysisTest {
  @Test
  void capacityIsTheHighestStepThatMetTheObjectivesAndPeakTheHighestOfAll() {
    RunResult run = run(step(1, 20, 200, 0), step(2, 40, 400, 0), step(3, 80, 450, 30));

    TrialResult result =
        TrialAnalysis.of(List.of(run), Map.of(1, QUICK, 2, QUICK, 3, SLOW), OBJECTIVES);

    assertThat(result.peakPerSecond().mean()).isEqualTo(42.0);
    assertThat(result.capacityPerSecond().mean()).isEqualTo(40.0);
    assertThat(result.step()).as("the percentiles are those of the capacity").isEqualTo(2);
    assertThat(result.p95Millis()).isEqualTo(30.0);
    assertThat(result.sentP95Millis()).isEqualTo(28.0);
    assertThat(result.requestsPerSecond()).as("of the capacity too").isEqualTo(120.0);
    assertThat(result.saturated()).isTrue();
  }

  @Test
  void aStepFarAboveTheLimitThatCompletesMoreOfAnotherMixIsNoPeak() {
    RunResult run = run(step(1, 20, 200, 0), step(2, 40, 260, 0), step(3, 80, 300, 150));

    TrialResult result =
        TrialAnalysis.of(List.of(run), Map.of(1, QUICK, 2, SLOW, 3, SLOW), OBJECTIVES);

    assertThat(result.peakPerSecond().mean()).isEqualTo(26.0);
  }

  @Test
  void theCapacityOfALadderIsKnownToTheNextStep() {
    RunResult run = run(step(1, 20, 200, 0), step(2, 30, 300, 0), step(3, 80, 450, 30));

    assertThat(
            TrialAnalysis.of(List.of(run), Map.of(1, QUICK, 2, SLOW, 3, SLOW), OBJECTIVES)
                .capacityResolutionPercent())
        .isEqualTo(50.0);
    assertThat(
            TrialAnalysis.of(List.of(run(step(1, 20, 200, 0))), Map.of(1, QUICK), OBJECTIVES)
                .capacityResolutionPercent())
        .as("there is no higher step")
        .isNull();
  }

  @Test
  void theFewFailuresThatObjectivesAllowDoNotLowerThePeak() {
    RunResult run = run(step(1, 40, 398, 2));

    TrialResult result = TrialAnalysis.of(List.of(run), Map.of(1, QUICK), OBJECTIVES);

    assertThat(result.peakPerSecond().mean())
        .isEqualTo(39.8)
        .isEqualTo(result.capacityPerSecond().mean());
  }

  @Test
  void withoutAStepThatMeetsTheObjectivesThereIsNoCapacity() {
    RunResult run = run(step(1, 20, 150, 50));

    TrialResult result = TrialAnalysis.of(List.of(run), Map.of(1, QUICK), OBJECTIVES);

    assertThat(result.capacityPerSecond()).isNull();
    assertThat(result.errorPercent()).isEqualTo(25.0);
    assertThat(result.step()).isEqualTo(1);
  }

  @Test
  void aStepWhoseStreamWasNotKeptInARunIsNoCapacity() {
    RunResult kept = run(step(1, 20, 200, 0), streamed(2, 40, 400, true));
    RunResult notKept = run(step(1, 20, 200, 0), streamed(2, 40, 400, false));

    TrialResult result =
        TrialAnalysis.of(List.of(kept, notKept), Map.of(1, QUICK, 2, QUICK), OBJECTIVES);

    assertThat(result.capacityPerSecond().mean()).isEqualTo(20.0);
    assertThat(result.saturated()).isTrue();
    assertThat(
            TrialAnalysis.of(List.of(kept, kept), Map.of(1, QUICK, 2, QUICK), OBJECTIVES)
                .capacityPerSecond()
                .mean())
        .isEqualTo(40.0);
  }

  @Test
  void aStepInWhichATransactionMissedItsOwnObjectiveInARunIsNoCapacity() {
    ObjectivesSpec objectives = Objectives.of(500, 1, Map.of("newOrder", 100));
    RunResult met = run(ordered(1, 100.0), ordered(2, 100.0));
    RunResult missed = run(ordered(1, 100.0), ordered(2, 100.1));
    Map<Integer, ResponseTimes> quick = Map.of(1, QUICK, 2, QUICK);

    assertThat(TrialAnalysis.of(List.of(met, met), quick, objectives).step()).isEqualTo(2);
    TrialResult result = TrialAnalysis.of(List.of(met, missed), quick, objectives);
    assertThat(result.step()).isEqualTo(1);
    assertThat(result.saturated()).isTrue();
  }

  @Test
  void aShareOfAllTransactionsIsOfAllRunsTogetherAndOfOneKindInEveryRun() {
    RunResult good = run(shared(null, 95));
    RunResult bad = run(shared(null, 87));
    assertThat(result(good, bad).capacityPerSecond()).as("91 of 100, and 90 needed").isNotNull();
    assertThat(result(bad, bad).capacityPerSecond()).isNull();

    assertThat(result(run(shared("newOrder", 95)), run(shared("newOrder", 87))).capacityPerSecond())
        .isNull();
  }

  private static TrialResult result(RunResult one, RunResult two) {
    return TrialAnalysis.of(List.of(one, two), Map.of(1, QUICK), OBJECTIVES);
  }

  private static StepResult shared(String transaction, long within) {
    return measured(1, StepTarget.ofRate(20), 200, 0)
        .shares(List.of(new ResponseShare(transaction, 100, 90, within, 100L, null, null)))
        .build();
  }

  @Test
  void theLowestStepThatFilledTheHostsIsNamed() {
    RunResult run = run(onHost(1, 200, 50.0), onHost(2, 150, 97.0), onHost(3, 100, 99.0));

    TrialResult result =
        TrialAnalysis.of(List.of(run), Map.of(1, QUICK, 2, SLOW, 3, SLOW), OBJECTIVES);

    assertThat(result.step()).isEqualTo(1);
    assertThat(result.hostFullFromStep()).isEqualTo(2);
  }

  /** A step with only new orders, at a rate of 20 per second times its number. */
  private static StepResult ordered(int number, double p90Millis) {
    long orders = 200L * number;
    return measured(number, StepTarget.ofRate(20.0 * number), orders, 0)
        .transactions(List.of(new TransactionResult("newOrder", orders, 0L, 1.0, p90Millis, 900.0)))
        .build();
  }

  private static StepResult streamed(int number, double target, long completed, boolean kept) {
    return measured(number, StepTarget.ofRate(target), completed, 0).stream(
            new StreamResult(
                "order", 5.0, 5.0, 50L, 50L, 0L, 1.0, 1.0, null, kept, null, List.of()))
        .build();
  }

  @Test
  void runsAreAveragedAndTheirErrorsPooled() {
    RunResult one = run(step(1, 20, 200, 0));
    RunResult two = run(step(1, 20, 100, 100));

    TrialResult result = TrialAnalysis.of(List.of(one, two), Map.of(1, QUICK), OBJECTIVES);

    assertThat(result.peakPerSecond().mean()).as("mean of 20 and 0").isEqualTo(10.0);
    assertThat(result.capacityPerSecond()).as("one of four failed").isNull();
    assertThat(result.errorPercent()).isEqualTo(25.0);
    assertThat(result.runs()).isEqualTo(2);
  }

  @Test
  void capacityIsTheMeanOfTheRuns() {
    RunResult one = run(step(1, 20, 200, 0));
    RunResult two = run(step(1, 20, 196, 1));

    TrialResult result = TrialAnalysis.of(List.of(one, two), Map.of(1, QUICK), OBJECTIVES);

    assertThat(result.capacityPerSecond().mean()).isEqualTo(19.8);
    assertThat(result.requestsPerSecond()).isEqualTo(59.4);
  }

  @Test
  void eachRoundHasItsOwnFiguresOfTheSameSteps() {
    RunResult one = run(step(1, 20, 200, 0), step(2, 40, 380, 0), step(3, 80, 300, 0));
    RunResult two = run(step(1, 20, 200, 0), step(2, 40, 300, 0), step(3, 80, 400, 0));

    TrialResult result =
        TrialAnalysis.of(List.of(one, two), Map.of(1, QUICK, 2, SLOW, 3, SLOW), OBJECTIVES);

    assertThat(result.peakPerSecond()).as("in step 3").isEqualTo(new Spread(35.0, 30.0, 40.0));
    assertThat(result.meanMillis()).isEqualTo(12.0);
    assertThat(result.rounds())
        .containsExactly(
            new RoundFigures(1, 30.0, 20.0, 12.0, 30.0, null, 200L, null),
            new RoundFigures(2, 40.0, 20.0, 12.0, 30.0, null, 200L, null));
    assertThat(result.leavingOut(List.of(SLOW, QUICK)).rounds())
        .extracting(RoundFigures::others)
        .containsExactly(SLOW, QUICK);
  }

  @Test
  void aRoundNamesHowItsReportedStepWasNotSteady() {
    RunResult one = run(slower(step(1, 20, 200, 0)), slower(step(2, 40, 300, 0)));
    RunResult two = run(step(1, 20, 200, 0), slower(step(2, 40, 300, 0)));

    assertThat(TrialAnalysis.of(List.of(one, two), Map.of(1, QUICK, 2, SLOW), OBJECTIVES).rounds())
        .as("of step 1, which has the capacity")
        .extracting(RoundFigures::unsteady)
        .containsExactly(SteadyClass.SLOWING_DOWN, null);
  }

  private static StepResult slower(StepResult step) {
    return step.withSteady(
        new StepSteadiness(
            SteadyVerdict.NOT_STEADY, SteadyClass.SLOWING_DOWN, null, null, null, null));
  }

  @Test
  void theHostsAreThoseOfTheReportedStep() {
    RunResult one = run(onHost(1, 200, 50.0), onHost(2, 100, 99.0));
    RunResult two = run(onHost(1, 200, 53.0), onHost(2, 100, null));

    assertThat(hostCpuPercent(one, two, QUICK)).as("capacity in step 1").isEqualTo(51.5);
    RunResult peak = run(onHost(1, 100, 50.0), onHost(2, 200, 99.0));
    assertThat(hostCpuPercent(peak, peak, SLOW)).as("peak in step 2").isEqualTo(99.0);
    RunResult unknown = run(onHost(1, 100, null), onHost(2, 200, null));
    assertThat(hostCpuPercent(unknown, unknown, SLOW)).isNull();
  }

  /** Half of all CPU is idle, on machines of other tiers. */
  @Test
  void theHostIsFullIfTheFullestIs() {
    RunResult run = run(onHosts(1, 200, 94.0), onHosts(2, 100, 96.0));

    TrialResult result = TrialAnalysis.of(List.of(run), Map.of(1, QUICK, 2, SLOW), OBJECTIVES);

    assertThat(result.hostCpuPercent()).isEqualTo(50);
    assertThat(result.hostFullFromStep()).isEqualTo(2);
  }

  private static StepResult onHosts(int number, long completed, double fullestPercent) {
    return onHost(number, completed, 50.0)
        .evidenced(
            EvidenceBuilder.builder()
                .hostCpuPercent(50.0)
                .fullestHostCpuPercent(fullestPercent)
                .build());
  }

  private static Double hostCpuPercent(RunResult one, RunResult two, ResponseTimes times) {
    return TrialAnalysis.of(List.of(one, two), Map.of(1, times, 2, SLOW), OBJECTIVES)
        .hostCpuPercent();
  }

  @Test
  void thePartitionsAreMeansOfTheReportedStep() {
    RunResult one = run(partitioned(1, 200, 0.2, 10.0), partitioned(2, 100, 0.4, 50.0));
    RunResult two = run(partitioned(1, 200, 0.3, 20.0), partitioned(2, 100, 0.4, 50.0));

    TrialResult result = TrialAnalysis.of(List.of(one, two), Map.of(1, QUICK, 2, SLOW), OBJECTIVES);

    assertThat(result.partitions())
        .containsExactly(new PartitionUse("plant", 1, 0.25, 0.4, null, null, 15.0, 0.0));
    RunResult none = run(onHost(1, 200, 50.0));
    assertThat(TrialAnalysis.of(List.of(none), Map.of(1, QUICK), OBJECTIVES).partitions()).isNull();
  }

  private static StepResult partitioned(
      int number, long completed, double cores, double perSecond) {
    PartitionUse plant = new PartitionUse("plant", 1, cores, 0.4, null, null, perSecond, 0.0);
    return measured(number, StepTarget.ofRate(20), completed, 0)
        .build()
        .evidenced(EvidenceBuilder.builder().partitions(List.of(plant)).build());
  }

  private static StepResult onHost(int number, long completed, Double busyPercent) {
    return measured(number, StepTarget.ofRate(20), completed, 0)
        .build()
        .evidenced(
            new Evidence(null, busyPercent, null, null, null, null, null, null, null, null, null));
  }
}
