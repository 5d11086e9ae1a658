package dev.scalelab.operator.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Evidence;
import dev.scalelab.operator.api.EvidenceBuilder;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunPlan;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.SearchNote;
import dev.scalelab.operator.api.SearchRound;
import dev.scalelab.operator.api.ServersEvidenceBuilder;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.StepTarget;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Ladder;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.reconcile.Given;
import dev.scalelab.operator.support.Experiments;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The first round of a search whose steps of 40 s settle for 15 s. */
class RoundSearchTest {
  private static final Configuration CONFIGURATION =
      Planner.plan(
              "small",
              Experiments.with(
                  Given.spec(),
                  """
                  sweep: {replicas: [1]}
                  load:
                    open: null
                    search: {min: 1, max: 100, tolerancePercent: 5, model: Open}
                    step: {seconds: 40, settleSeconds: 15, rampSeconds: 5}
                    repetitions: 2
                  """))
          .configurations()
          .get(0);

  private final List<RunResult> runs = new ArrayList<>();

  @Test
  void aProbeIsNoWholeStepHoweverLongItSettles() {
    runs.add(run(10).ended(RunPhase.INVALID, Reason.NOT_WARM, "cold", null));

    RunPlan probe = next().run();

    assertThat(probe.settleSeconds()).as("twice as long as before").isEqualTo(30);
    assertThat(probe.stepSeconds()).as("longer than a whole step").isEqualTo(45);
    assertThat(RoundSearch.isWhole(RunResult.begun(probe), CONFIGURATION.load())).isFalse();
  }

  @Test
  void aLoadThatFailedWhileTheJitCompilersWereBusyIsMeasuredAgain() {
    runs.add(step(10, true));
    runs.add(compiling(20, false));
    assertThat(load(next().run())).isEqualTo(20);

    runs.add(step(20, true));
    assertThat(load(next().run())).as("the failure does not count").isGreaterThan(20);
  }

  @Test
  void aLoadThatPassedThoughTheyWereBusyCounts() {
    runs.add(step(10, true));
    runs.add(compiling(20, true));

    assertThat(load(next().run())).isGreaterThan(20);
  }

  /** In a system that is overloaded they may be busy for long. */
  @Test
  void theThirdFailureAtALoadCounts() {
    runs.add(step(10, true));
    runs.add(compiling(20, false));
    runs.add(compiling(20, false));
    assertThat(load(next().run())).isEqualTo(20);

    runs.add(compiling(20, false));
    assertThat(load(next().run())).isBetween(10.0, 19.9);
  }

  private static double load(RunPlan plan) {
    return plan.steps().get(0).load();
  }

  private RunResult compiling(double rate, boolean met) {
    RunResult plain = step(rate, met);
    StepResult step = plain.steps().get(0);
    Evidence evidence =
        EvidenceBuilder.builder()
            .servers(ServersEvidenceBuilder.builder().jitPercent(35.0).build())
            .build();
    double completed = met ? rate : rate / 2;
    return plain.with(
        all ->
            all.steps(
                List.of(step.with(one -> one.evidence(evidence).throughputPerSecond(completed)))));
  }

  /** Both are needed in any case, and one reset and one audit are enough for them. */
  @Test
  void theOverloadStepIsInTheRunOfAStepNearTheCapacity() {
    runs.add(measured(shown(1, 10, true, null)));
    runs.add(measured(shown(1, 50, true, null)));
    assertThat(next().run().steps()).hasSize(1);
    runs.add(measured(shown(1, 55, false, null)));

    List<StepTarget> steps = next().run().steps();

    assertThat(steps).hasSize(2);
    assertThat(steps.get(0).load()).isBetween(50.1, 54.9);
    assertThat(steps.get(1).load() / steps.get(0).load()).isBetween(1.29, 1.31);
  }

  @Test
  void anOverloadStepThatPassedIsMeasuredByItselfIfItIsTheLimit() {
    runs.add(measured(shown(1, 48.8, true, null)));
    runs.add(measured(shown(1, 51.2, true, null), shown(2, 66.6, true, null)));
    runs.add(measured(shown(1, 69.9, false, null)));

    assertThat(load(near50().run())).isEqualTo(66.6);
  }

  @ParameterizedTest(name = "compilers busy for {0} %")
  @CsvSource({"1, false", "30, true"})
  void anOverloadStepOfColdServersIsMeasuredAgain(double jitPercent, boolean again) {
    runs.add(measured(shown(1, 48.8, true, null)));
    runs.add(measured(shown(1, 51.2, false, 1.0), shown(2, 66.6, false, jitPercent)));

    assertThat(near50().run() != null).isEqualTo(again);
  }

  private RoundSearch.Next near50() {
    return new RoundSearch(CONFIGURATION, status()).next(SearchStart.measured(50, 0.05));
  }

  private RunResult measured(StepResult... steps) {
    List<StepTarget> targets = Stream.of(steps).map(StepResult::target).toList();
    return RunResult.begun(Ladder.run(CONFIGURATION, status(), 1, targets, 40))
        .with(all -> all.phase(RunPhase.VALID).steps(List.of(steps)));
  }

  private static StepResult shown(int number, double rate, boolean met, Double jitPercent) {
    double completed = met ? rate : rate / 2;
    Evidence evidence =
        EvidenceBuilder.builder()
            .servers(ServersEvidenceBuilder.builder().jitPercent(jitPercent).build())
            .build();
    return Given.step(number, evidence)
        .with(
            step ->
                step.target(StepTarget.ofRate(rate))
                    .throughputPerSecond(completed)
                    .mixPerSecond(completed)
                    .objectivesMet(met));
  }

  @Test
  void aRoundThatIsEndedHasTheHighestLoadThatPassed() {
    runs.add(step(10, true));
    runs.add(step(20, true));
    runs.add(step(40, false));

    assertThat(new RoundSearch(CONFIGURATION, status()).endedEarly())
        .hasValue(new SearchRound(1, 20.0, false, List.of(SearchNote.ENDED_EARLY)));
  }

  @Test
  void aRoundInWhichNothingPassedHasFoundNothing() {
    runs.add(step(10, false));

    assertThat(new RoundSearch(CONFIGURATION, status()).endedEarly()).isEmpty();
  }

  private RoundSearch.Next next() {
    return new RoundSearch(CONFIGURATION, status()).next(SearchStart.unknown());
  }

  private ScalabilityTrialStatus status() {
    return Given.warm(runs.toArray(RunResult[]::new));
  }

  private RunResult run(double rate) {
    return RunResult.begun(
        Ladder.run(CONFIGURATION, status(), 1, List.of(StepTarget.ofRate(rate)), 40));
  }

  private RunResult step(double rate, boolean met) {
    return run(rate)
        .with(
            all ->
                all.phase(RunPhase.VALID)
                    .steps(
                        List.of(
                            Given.step(1, null)
                                .with(
                                    step ->
                                        step.target(StepTarget.ofRate(rate))
                                            .throughputPerSecond(rate)
                                            .mixPerSecond(rate)
                                            .objectivesMet(met)))));
  }
}
