package dev.scalelab.operator.reconcile;

import static dev.scalelab.operator.reconcile.Given.NOW;
import static dev.scalelab.operator.reconcile.Given.run;
import static dev.scalelab.operator.reconcile.Given.warm;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Estimate;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.SteadyClass;
import dev.scalelab.operator.api.SteadySeries;
import dev.scalelab.operator.api.SteadyVerdict;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.StepSteadiness;
import dev.scalelab.operator.measurement.Invalid;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.platform.Tier;
import dev.scalelab.operator.testbed.LostPod;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Whether a run can be trusted, and how it ends. */
class RunJudgementTest {
  private static final Configuration CONFIGURATION =
      Planner.plan("small", Given.spec()).configurations().get(0);
  private static final Invalid TOO_LARGE = new Invalid(Reason.LOAD_OUTPUT_TOO_LARGE, "10 MB");
  private static final LostPod LOST =
      new LostPod(Tier.APPLICATION, "small-base-1-app-0", "was created at 12:00");

  /** It waits for its audit, and no step of it is known. */
  private final ScalabilityTrialStatus status =
      Given.created(warm(run(1, RunPhase.RUNNING)), "Audit", "small-base-1-r1-audit");

  @Test
  void aRunWithTooMuchOutputIsAborted() {
    var step = new NextStep.Collect(CONFIGURATION, 1, true, List.of());

    assertThat(RunJudgement.abort(step, collected(TOO_LARGE, null)))
        .contains(
            new NextStep.InvalidateRun(CONFIGURATION, 1, Reason.LOAD_OUTPUT_TOO_LARGE, "10 MB"));
    assertThat(RunJudgement.abort(step, collected(null, null))).isEmpty();
  }

  @Test
  void itsOutputIsJudgedBeforeItsImagesAndTheseBeforeItsSteps() {
    Optional<String> replaced = Optional.of("it was replaced");

    assertThat(judgement().fault(collected(TOO_LARGE, null), replaced)).contains(TOO_LARGE);
    assertThat(judgement().fault(collected(null, null), replaced))
        .contains(new Invalid(Reason.IMAGE_CHANGED, "it was replaced"));
    assertThat(reason(collected(null, null))).isEqualTo(Reason.STEPS_MISSING);
    assertThat(reason(collected(null, "its first bytes were rotated away")))
        .isEqualTo(Reason.LOAD_OUTPUT_ROTATED);
  }

  @Test
  void aLostServerIsTheReasonOfWhatFollowsFromIt() {
    assertThat(judgement().named(new Invalid(Reason.SAMPLES_MISSING, "no samples")))
        .isEqualTo(
            new Invalid(
                Reason.SERVER_RESTARTED,
                "pod small-base-1-app-0 was created at 12:00; no samples"));
    assertThat(judgement().named(TOO_LARGE)).isEqualTo(TOO_LARGE);
  }

  @Test
  void anInvalidRunEndsWithItsReasonAndAnEvent() {
    RunEnd end = RunEnd.of(CONFIGURATION, status, 1, Optional.of(TOO_LARGE), NOW);

    assertThat(only(end))
        .extracting(RunResult::phase, RunResult::reason, RunResult::message, RunResult::finishedAt)
        .containsExactly(RunPhase.INVALID, Reason.LOAD_OUTPUT_TOO_LARGE, "10 MB", NOW.toString());
    assertThat(end.status().waiting()).as("the next run's wait does not count from this").isNull();
    assertThat(end.events())
        .containsExactly(
            new RunEnd.Event(
                "small-base-1-r1",
                Reason.RUN_INVALID,
                "small-base-1-r1: LoadOutputTooLarge: 10 MB"));
  }

  @Test
  void aValidRunEndsWithAnEvent() {
    RunEnd end = RunEnd.of(CONFIGURATION, status, 1, Optional.empty(), NOW);

    assertThat(only(end))
        .extracting(RunResult::phase, RunResult::reason, RunResult::message)
        .containsExactly(RunPhase.VALID, Reason.RUN_VALID, null);
    assertThat(end.status().waiting()).isNull();
    assertThat(end.events())
        .containsExactly(
            new RunEnd.Event("small-base-1-r1", Reason.RUN_VALID, "small-base-1-r1 is valid"));
  }

  @Test
  void aValidRunWithAStepThatBecameSlowerHasAnotherEvent() {
    StepResult slower =
        Given.step(3, null)
            .withSteady(
                new StepSteadiness(
                    SteadyVerdict.NOT_STEADY,
                    SteadyClass.SLOWING_DOWN,
                    List.of(SteadySeries.RESPONSE_TIME),
                    new Estimate(12.3, 8.0, 16.6),
                    null,
                    10));
    ScalabilityTrialStatus measured =
        warm(run(1, RunPhase.RUNNING).with(same -> same.steps(List.of(slower))));

    assertThat(RunEnd.of(CONFIGURATION, measured, 1, Optional.empty(), NOW).events())
        .contains(
            new RunEnd.Event(
                "small-base-1-r1",
                Reason.STEP_NOT_STEADY,
                "small-base-1-r1 is valid, but step 3 became 12 % slower (response time)"));
  }

  private Reason reason(RunCollector.Collected last) {
    return judgement().fault(last, Optional.empty()).map(Invalid::reason).orElse(null);
  }

  private RunJudgement judgement() {
    return new RunJudgement(CONFIGURATION, status, 1, moment -> List.of(LOST));
  }

  private static RunResult only(RunEnd end) {
    assertThat(end.status().runs()).hasSize(1);
    return end.status().runs().get(0);
  }

  private static RunCollector.Collected collected(Invalid invalid, String rotated) {
    return new RunCollector.Collected(
        false, Optional.ofNullable(invalid), Optional.ofNullable(rotated), Optional.empty());
  }
}
