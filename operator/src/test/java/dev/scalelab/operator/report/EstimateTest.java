package dev.scalelab.operator.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.PauseStatus;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.plan.Schedule;
import dev.scalelab.operator.reconcile.Given;
import dev.scalelab.operator.support.Experiments;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two trials: testbeds of 60 s, warm-ups of up to 30 s, and runs of 40 s with 10 s for the reset.
 */
class EstimateTest {
  private static final Plan PLAN = Planner.plan("small", Given.spec());
  private static final ScalabilityTrialStatus FIRST =
      ScalabilityTrialStatus.begun("2026-01-01T12:00:00Z").warm("2026-01-01T12:00:40Z", null);

  @Test
  void nothingIsKnownBeforeTheFirstTrial() {
    assertThat(completion(PLAN, Map.of())).isNull();
  }

  @Test
  void theFirstTrialIsEstimatedByThePlanAndAMinuteForEachTestbed() {
    assertThat(completion(PLAN, Map.of("small-base-1", FIRST))).isEqualTo("2026-01-01T12:04:40Z");
  }

  @Test
  void laterOnesByWhatTrialsTook() {
    ScalabilityTrialStatus ended =
        FIRST.ended(
            Phase.SUCCEEDED, null, null, "2026-01-01T12:05:00Z", Given.succeeded(60, 1).result());
    assertThat(
            completion(
                PLAN,
                Map.of(
                    "small-base-1",
                    ended,
                    "small-base-2",
                    ScalabilityTrialStatus.begun("2026-01-01T12:05:01Z")
                        .withRuns(List.of(running("2026-01-01T12:08:00Z")), null))))
        .as("its testbed took three minutes, so its steps end 40 s later")
        .isEqualTo("2026-01-01T12:08:40Z");
  }

  @Test
  void listedRunsOfATrialShareItsTestbed() {
    Plan three = plan("Listed");

    assertThat(completion(three, Map.of("small-base-1", FIRST)))
        .as("2 * (90 + 3 * 50) s")
        .isEqualTo("2026-01-01T12:08:00Z");
    assertThat(completion(three, Map.of("small-base-1", with(FIRST, "2026-01-01T12:04:20Z"))))
        .as("the first testbed took 180 s instead of 90: 5 * 50 + 180 s")
        .isEqualTo("2026-01-01T12:11:30Z");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Interleaved", "Shuffled"})
  void inTheOtherOrdersEachRunHasATestbedOfItsOwn(String order) {
    Plan three = plan(order);

    assertThat(completion(three, Map.of("small-base-1", FIRST)))
        .as("6 * 140 s")
        .isEqualTo("2026-01-01T12:14:00Z");
    assertThat(
            completion(
                three,
                Map.of(
                    "small-base-1",
                    with(FIRST, "2026-01-01T12:02:00Z"),
                    "small-base-2",
                    with(FIRST, "2026-01-01T12:04:00Z"))))
        .as("four more runs, with testbeds of 40 s as one of the two")
        .isEqualTo("2026-01-01T12:10:00Z");
    assertThat(
            completion(
                three,
                Map.of(
                    "small-base-1",
                    FIRST.ended(
                        Phase.SUCCEEDED,
                        null,
                        null,
                        "2026-01-01T12:10:00Z",
                        Given.succeeded(60, 3).result()),
                    "small-base-2",
                    with(FIRST, "2026-01-01T12:04:00Z", "2026-01-01T12:08:00Z"))))
        .as("the runs of the first trial are no longer known: one more run by the plan")
        .isEqualTo("2026-01-01T12:12:20Z");
  }

  @Test
  void aFailedTrialSaysNothingAboutTheTimeOfOthers() {
    ScalabilityTrialStatus failed =
        FIRST.ended(Phase.FAILED, Reason.NAME_TAKEN, "taken", "2026-01-01T12:00:10Z", null);

    assertThat(completion(PLAN, Map.of("small-base-1", failed)))
        .as("by the plan")
        .isEqualTo("2026-01-01T12:02:30Z");
  }

  @Test
  void norIfItFailsAfterHalfAnHour() {
    Plan three =
        Planner.plan("small", Experiments.with(Given.spec(), "{sweep: {replicas: [1, 2, 3]}}"));
    ScalabilityTrialStatus failed =
        ScalabilityTrialStatus.begun("2026-01-01T12:02:20Z")
            .ended(Phase.FAILED, Reason.NAME_TAKEN, "taken", "2026-01-01T12:32:20Z", null);

    assertThat(
            completion(
                three,
                Map.of(
                    "small-base-1", with(FIRST, "2026-01-01T12:02:20Z"), "small-base-2", failed)))
        .as("another one, with a testbed of a minute as the first")
        .isEqualTo("2026-01-01T12:34:10Z");
  }

  @Test
  void nothingIsLeftOfSkippedTrials() {
    ScalabilityTrialStatus failed =
        FIRST.ended(Phase.FAILED, Reason.SERVERS_NOT_READY, "why", "2026-01-01T12:00:10Z", null);

    assertThat(completion(PLAN, Map.of("small-base-1", failed))).isEqualTo("2026-01-01T12:00:10Z");
  }

  @Test
  void aRunThatStartsSoonerDoesNotMakeLaterOnesShorter() {
    Plan three = plan("Listed");

    assertThat(completion(three, Map.of("small-base-1", with(FIRST, "2026-01-01T12:01:00Z"))))
        .as("the first testbed took 10 s: 5 * 50 + 10 s")
        .isEqualTo("2026-01-01T12:05:20Z");
  }

  @Test
  void theRestIsStillToDoAfterAnInvalidRun() {
    ScalabilityTrialStatus trial =
        FIRST.withRuns(List.of(run(1, RunPhase.INVALID, "2026-01-01T12:10:00Z")), null);

    assertThat(completion(PLAN, Map.of("small-base-1", trial))).isEqualTo("2026-01-01T12:14:40Z");
  }

  @Test
  void aRunWhoseLoadHasEndedChangesNothingUntilItIsJudged() {
    ScalabilityTrialStatus under = FIRST.withRuns(List.of(running("2026-01-01T12:01:20Z")), null);
    ScalabilityTrialStatus ended =
        FIRST.withRuns(List.of(run(1, RunPhase.RUNNING, "2026-01-01T12:02:00Z")), null);

    assertThat(completion(PLAN, Map.of("small-base-1", ended)))
        .isEqualTo(completion(PLAN, Map.of("small-base-1", under)))
        .as("2 * (70 + 50) s")
        .isEqualTo("2026-01-01T12:04:00Z");
  }

  @Test
  void aPauseIsNotExpectedAgain() {
    ScalabilityTrialStatus paused =
        with(
            FIRST,
            "2026-01-01T12:02:30Z",
            "2026-01-01T14:30:00Z", // suspended for two hours
            "2026-01-01T14:32:30Z");

    assertThat(completion(plan("Interleaved"), Map.of("small-base-1", paused)))
        .as("three more runs with testbeds of 100 s")
        .isEqualTo("2026-01-01T14:40:00Z");
  }

  /** Suspended after a run of the first trial, whose servers are gone. */
  @Test
  void afterAPauseTheRestIsExpectedFromItsEndOn() {
    Map<String, ScalabilityTrialStatus> trials =
        Map.of("small-base-1", with(FIRST, "2026-01-01T12:04:20Z").cold());
    PauseStatus ended = new PauseStatus(null, 7200L, "2026-01-01T14:10:00Z");
    Schedule schedule = new Schedule(plan("Listed"), trials);

    assertThat(Estimate.completion(schedule, ended, Instant.parse("2026-01-01T14:10:30Z")))
        .as("2 * 180 + 5 * 50 s")
        .isEqualTo("2026-01-01T14:20:10Z");
    PauseStatus ending = new PauseStatus("2026-01-01T12:10:00Z", 0L, null);
    assertThat(Estimate.completion(schedule, ending, Instant.parse("2026-01-01T14:10:00Z")))
        .as("at its end")
        .isEqualTo("2026-01-01T14:20:10Z");
  }

  @Test
  void anEstimateThatHasPassedMovesOnByMinutes() {
    assertThat(
            Estimate.completion(
                new Schedule(PLAN, Map.of("small-base-1", FIRST)),
                null,
                Instant.parse("2026-01-01T12:30:20Z")))
        .isEqualTo("2026-01-01T12:31:00Z");
  }

  /** 6.8 steps of 20 s, of which the first is a probe, with four resets between them and 0.8. */
  @Test
  void theOverloadStepOfASearchFollowsAnotherStepWithoutAReset() {
    Plan search =
        Planner.plan(
            "small",
            Experiments.with(
                Given.spec(),
                "{load: {open: null, search: {max: 100}, repetitions: 1}, sweep: {replicas: [1]}}"));
    ScalabilityTrialStatus loading = FIRST.withRuns(List.of(running("2026-01-01T12:01:00Z")), null);

    assertThat(completion(search, Map.of("small-base-1", loading)))
        .as("6.8 * 20 - 10 + 4.8 * 10 s")
        .isEqualTo("2026-01-01T12:03:54Z");
  }

  private static String completion(Plan plan, Map<String, ScalabilityTrialStatus> trials) {
    return Estimate.completion(
        new Schedule(plan, trials), null, Instant.parse("2026-01-01T12:00:00Z"));
  }

  private static Plan plan(String order) {
    return Planner.plan(
        "small",
        Experiments.with(
            Given.spec(), "{load: {repetitions: 3}, sweep: {order: %s}}".formatted(order)));
  }

  /** The trial with an invalid run and valid ones that ended at these times. */
  private static ScalabilityTrialStatus with(ScalabilityTrialStatus trial, String... ends) {
    List<RunResult> runs = new ArrayList<>();
    runs.add(run(1, RunPhase.INVALID, "2026-01-01T12:00:30Z"));
    for (String end : ends) {
      runs.add(run(runs.size() + 1, RunPhase.VALID, end));
    }
    return trial.withRuns(runs, null);
  }

  /** A run whose load took the 40 s of its steps, unless it is invalid: then it never began. */
  private static RunResult run(int number, RunPhase phase, String end) {
    if (phase == RunPhase.INVALID) {
      return Experiments.begun(number).ended(phase, null, null, end);
    }
    String begin = Instant.parse(end).minusSeconds(40).toString();
    return Experiments.begun(number)
        .collected(begin, end, List.of(), null, null, null)
        .ended(phase, null, null, end);
  }

  private static RunResult running(String begin) {
    return Experiments.begun(1).collected(begin, null, List.of(), null, null, null);
  }
}
