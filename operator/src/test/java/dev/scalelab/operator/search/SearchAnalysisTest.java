package dev.scalelab.operator.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.analysis.Judgement;
import dev.scalelab.operator.api.EvidenceBuilder;
import dev.scalelab.operator.api.LoadModel;
import dev.scalelab.operator.api.ResponseTimes;
import dev.scalelab.operator.api.RoundFigures;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.SearchNote;
import dev.scalelab.operator.api.SearchResult;
import dev.scalelab.operator.api.SearchRound;
import dev.scalelab.operator.api.SteadyClass;
import dev.scalelab.operator.api.SteadyVerdict;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.StepSteadiness;
import dev.scalelab.operator.api.StepTarget;
import dev.scalelab.operator.api.TrialResult;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Ladder;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.reconcile.Given;
import dev.scalelab.operator.support.Experiments;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two rounds that found 31 and 33 a second. */
class SearchAnalysisTest {
  private static final Configuration CONFIGURATION = configuration(LoadModel.OPEN);

  private final List<RunResult> runs = new ArrayList<>();

  @Test
  void theFiguresAreThoseOfTheRounds() {
    step(1, 10, 10, 20);
    step(1, 30, 30, 900);
    step(1, 32, 32, 3000);
    step(1, 40, 36, 9000);
    step(2, 30, 30, 800);
    step(2, 32, 32, 1500);
    step(2, 34, 34, 4000);
    step(2, 43, 35, 9000);
    SearchAnalysis analysis =
        new SearchAnalysis(CONFIGURATION, searched(found(1, 31), found(2, 33)));

    assertThat(analysis.reported())
        .as("the highest that passed, of each round")
        .extracting(run -> run.steps().get(0).target().perSecond())
        .containsExactly(30.0, 32.0);
    TrialResult result = analysis.result(times(1200));
    assertThat(result.capacityPerSecond().mean()).isEqualTo(32);
    assertThat(result.peakPerSecond().max()).isEqualTo(36);
    assertThat(result.p95Millis()).isEqualTo(1200);
    assertThat(result.saturated()).isTrue();
    assertThat(result.rounds())
        .extracting(RoundFigures::capacityPerSecond)
        .containsExactly(31.0, 33.0);
    assertThat(result.search())
        .as("32 failed in the first round, so only 30 is confirmed")
        .isEqualTo(new SearchResult(LoadModel.OPEN, 31.984, 30.0, 8, null, null, null, 31.0));
  }

  /** It has no run of its own. */
  @Test
  void anOverloadStepCountsForThePeakAndIsNotReported() {
    step(1, 30, 30, 900);
    step(1, 32, 32, 3000);
    overload(40, 36, 9000);
    SearchAnalysis analysis = new SearchAnalysis(CONFIGURATION, searched(found(1, 31)));

    TrialResult result = analysis.result(times(900));
    assertThat(result.peakPerSecond().mean()).isEqualTo(36);
    assertThat(result.peakReached()).isTrue();
    assertThat(result.search().steps()).isEqualTo(3);
    assertThat(analysis.reported())
        .extracting(run -> run.steps().get(0).target().perSecond())
        .containsExactly(30.0);
  }

  @Test
  void aRoundNamesHowItsReportedStepWasNotSteady() {
    step(1, 30, 30, 900);
    StepSteadiness jumped =
        new StepSteadiness(
            SteadyVerdict.NOT_STEADY, SteadyClass.LEVEL_SHIFT, null, null, null, null);
    StepResult step = runs.get(0).steps().get(0).withSteady(jumped);
    runs.replaceAll(run -> run.with(all -> all.steps(List.of(step))));
    step(1, 32, 32, 3000);
    assertThat(
            new SearchAnalysis(CONFIGURATION, searched(found(1, 31))).result(times(900)).rounds())
        .extracting(RoundFigures::unsteady)
        .containsExactly(SteadyClass.LEVEL_SHIFT);
  }

  @Test
  void withoutACapacityTheLowestLoadIsReported() {
    step(1, 4, 4, 9000);
    step(1, 1, 1, 5000);
    TrialResult result =
        new SearchAnalysis(
                CONFIGURATION,
                searched(new SearchRound(1, null, true, List.of(SearchNote.BELOW_MIN))))
            .result(times(5000));
    assertThat(result.capacityPerSecond()).isNull();
    assertThat(result.peakPerSecond().mean()).isEqualTo(4);
    assertThat(result.search().notes()).containsExactly(SearchNote.BELOW_MIN);
    assertThat(result.search().confirmedLevel()).isNull();
    assertThat(result.search().reportedLevel()).isEqualTo(1);
  }

  /** The limit is 2000 ms: of eight steps from 29 to 35 a second half are slower, in no order. */
  @Test
  void aToleranceThatTheStepsDoNotShowIsNoted() {
    step(1, 29, 29, 2500);
    step(1, 31, 31, 1500);
    step(1, 33, 33, 2900);
    step(1, 35, 35, 1900);
    step(2, 29, 29, 1500);
    step(2, 31, 31, 2600);
    step(2, 33, 33, 1500);
    step(2, 35, 35, 3300);
    SearchResult found =
        new SearchAnalysis(CONFIGURATION, searched(found(1, 31), found(2, 31)))
            .result(times(9))
            .search();
    assertThat(found.resolutionPercent()).isGreaterThan(20);
    assertThat(found.notes()).containsExactly(SearchNote.TOLERANCE_NOT_SHOWN);
  }

  /** Of ten users one more is 10 %, of thirty 3.3 %. */
  @ParameterizedTest(name = "{0} users")
  @CsvSource({"10, true", "30, false"})
  void aToleranceOfLessThanOneUserIsNoted(int users, boolean noted) {
    step(1, users, users, 1500);
    step(1, users + 1, users, 2500);
    step(1, users * 1.3, users, 9000);
    SearchResult found =
        new SearchAnalysis(configuration(LoadModel.CLOSED), searched(found(1, users)))
            .result(times(9))
            .search();

    assertThat(found.notes()).isEqualTo(noted ? List.of(SearchNote.TOLERANCE_NOT_SHOWN) : null);
  }

  @Test
  void theLoadFromWhichTheHostWasFullIsNamed() {
    step(1, 30, 30, 900, 80.0);
    step(1, 32, 32, 3000, 96.0);
    step(1, 40, 36, 9000, 99.0);
    TrialResult result =
        new SearchAnalysis(CONFIGURATION, searched(found(1, 31))).result(times(900));
    assertThat(result.hostCpuPercent()).as("of the capacity").isEqualTo(80);
    assertThat(result.search().hostFullFromLevel()).isEqualTo(32);
    assertThat(Judgement.host(80.0, null, null, result.search()))
        .isEqualTo(" (the host was full from 32.0/s on)");
  }

  @Test
  void aPassThatTheRoundRejectedCountsNowhere() {
    step(1, 30, 30, 900);
    step(1, 40, 40, 3000);
    step(1, 50, 50, 1500);
    step(1, 40, 40, 3000);
    step(1, 50, 50, 1500);
    SearchAnalysis analysis =
        new SearchAnalysis(
            CONFIGURATION,
            searched(new SearchRound(1, 30.0, true, List.of(SearchNote.NON_MONOTONIC))));
    assertThat(analysis.reported())
        .extracting(run -> run.steps().get(0).target().perSecond())
        .containsExactly(30.0);
    assertThat(analysis.result(times(900)).search().confirmedLevel()).isEqualTo(30);
  }

  @Test
  void oneRoundOfThreeWithoutACapacityIsNoted() {
    step(1, 30, 30, 900);
    step(2, 1, 1, 9000);
    step(3, 32, 32, 900);
    SearchRound below = new SearchRound(2, null, true, List.of(SearchNote.BELOW_MIN));
    TrialResult result =
        new SearchAnalysis(CONFIGURATION, searched(found(1, 31), below, found(3, 33)))
            .result(times(900));
    assertThat(result.capacityPerSecond().mean()).isEqualTo(32);
    assertThat(result.search().notes()).containsExactly(SearchNote.BELOW_MIN);
  }

  @Test
  void thePeakIsReachedWithAStepAboveTheCapacityOrBelowItsRate() {
    step(1, 30, 30, 900);
    step(1, 40, 40, 9000);
    step(2, 30, 30, 900);
    step(2, 35, 35, 9000);
    assertThat(
            new SearchAnalysis(CONFIGURATION, searched(found(1, 31)))
                .result(times(9))
                .peakReached())
        .isTrue();
    assertThat(
            new SearchAnalysis(CONFIGURATION, searched(found(1, 31), found(2, 31)))
                .result(times(9))
                .peakReached())
        .as("not in the second round")
        .isFalse();
  }

  /** What a round that was ended by the highest load could do is not known. */
  @Test
  void aRoundThatMetEveryObjectiveAtTheHighestLoadMakesTheCapacityABound() {
    step(1, 90, 90, 900);
    step(2, 100, 100, 900);
    SearchRound atMax = new SearchRound(2, 100.0, false, List.of(SearchNote.NOT_SATURATED));

    TrialResult result =
        new SearchAnalysis(CONFIGURATION, searched(found(1, 92), atMax)).result(times(900));

    assertThat(result.capacityPerSecond().mean()).isEqualTo(96);
    assertThat(result.saturated()).isFalse();
  }

  private static Configuration configuration(LoadModel model) {
    return Planner.plan(
            "small",
            Experiments.with(
                Given.spec(),
                """
                sweep: {replicas: [1]}
                load:
                  open: null
                  search: {min: 1, max: 100, tolerancePercent: 5, model: %s}
                  repetitions: 2
                """
                    .formatted(model == LoadModel.OPEN ? "Open" : "Closed")))
        .configurations()
        .get(0);
  }

  private static SearchRound found(int round, double level) {
    return new SearchRound(round, level, true, List.of());
  }

  private ScalabilityTrialStatus searched(SearchRound... rounds) {
    ScalabilityTrialStatus status = Given.warm().withRuns(runs, null);
    for (SearchRound round : rounds) {
      status = status.searched(round);
    }
    return status;
  }

  private void step(int round, double rate, double throughput, double p95) {
    step(round, rate, throughput, p95, null);
  }

  private void step(int round, double rate, double throughput, double p95, Double hostCpu) {
    ScalabilityTrialStatus before = Given.warm().withRuns(runs, null);
    var plan =
        Ladder.run(
            CONFIGURATION,
            before,
            round,
            List.of(StepTarget.ofRate(rate)),
            CONFIGURATION.load().step().seconds());
    runs.add(
        RunResult.begun(plan)
            .with(
                all ->
                    all.phase(RunPhase.VALID)
                        .steps(
                            List.of(
                                Given.step(
                                        1,
                                        EvidenceBuilder.builder().hostCpuPercent(hostCpu).build())
                                    .with(
                                        same ->
                                            same.target(StepTarget.ofRate(rate))
                                                .throughputPerSecond(throughput)
                                                .mixPerSecond(throughput)
                                                .responseTimes(times(p95))
                                                .objectivesMet(p95 <= 2000))))));
  }

  /** After the last step, in its run. */
  private void overload(double rate, double throughput, double p95) {
    RunResult last = runs.get(runs.size() - 1);
    step(1, rate, throughput, p95);
    StepResult above = runs.remove(runs.size() - 1).steps().get(0).with(same -> same.step(2));
    runs.set(runs.size() - 1, last.with(all -> all.steps(List.of(last.steps().get(0), above))));
  }

  private static ResponseTimes times(double millis) {
    return new ResponseTimes(millis, millis, millis, millis, millis, null, null, millis);
  }
}
