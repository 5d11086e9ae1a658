package dev.scalelab.operator.reconcile;

import static dev.scalelab.operator.reconcile.Given.NOW;
import static dev.scalelab.operator.reconcile.Given.active;
import static dev.scalelab.operator.reconcile.Given.begun;
import static dev.scalelab.operator.reconcile.Given.run;
import static dev.scalelab.operator.reconcile.Given.running;
import static dev.scalelab.operator.reconcile.Given.succeeded;
import static dev.scalelab.operator.reconcile.Given.validRuns;
import static dev.scalelab.operator.reconcile.Given.warm;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.scalelab.operator.api.PauseStatus;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunPlan;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.testbed.Leftover;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The next step of an experiment that is suspended, terminated, too late or kept long enough. */
class LifeDecisionTest {
  private static final Plan PLAN = plan("{}");
  private static final Configuration FIRST = PLAN.configurations().get(0);
  private static final Configuration SECOND = PLAN.configurations().get(1);
  private static final String SUSPEND = "suspend: true";
  private static final String TERMINATE = "terminate: true";
  private static final String HOUR = "activeDeadlineSeconds: 3600";
  private static final Leftover THERE = new Leftover(3, "Pod a", NOW);

  private static final Lifetime MEASURED = started(0, null);
  private static final Lifetime PAUSED = started(100, new PauseStatus(ago(50), 0L, null));

  private static final String BY_USER = "ended by spec.terminate";
  private static final String BY_DEADLINE =
      "ended by spec.activeDeadlineSeconds, 3600 s after its start, pauses excluded";

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void theNextStep(
      String name,
      String change,
      Lifetime lifetime,
      Map<String, ScalabilityTrialStatus> trials,
      NextStep expected) {
    assertSame(decide(change, lifetime, trials, Leftover.NONE), expected);
  }

  static Stream<Arguments> rows() {
    var measuredFirst = Map.of(FIRST.name(), succeeded(60));
    var warmSecond = Map.of(FIRST.name(), succeeded(60), SECOND.name(), warm());
    var twoOfThree = Map.of(FIRST.name(), warm(validRuns(2)));
    var allDone = Map.of(FIRST.name(), succeeded(60), SECOND.name(), succeeded(60));
    return Stream.of(
        arguments("suspended before its start", SUSPEND, Lifetime.NONE, Map.of(), suspended()),
        arguments("suspended between trials", SUSPEND, MEASURED, measuredFirst, suspended()),
        arguments("suspended before a run", SUSPEND, MEASURED, warmSecond, suspended()),
        arguments("suspended with nothing left", SUSPEND, MEASURED, allDone, new NextStep.Finish()),
        arguments("goes on", "suspend: false", PAUSED, warmSecond, new NextStep.Resume()),
        arguments("goes on, trials deleted", "{}", PAUSED, Map.of(), new NextStep.Resume()),
        arguments(
            "terminated before its start",
            TERMINATE,
            Lifetime.NONE,
            Map.of(),
            end(Reason.TERMINATED, BY_USER)),
        arguments(
            "terminated between trials",
            TERMINATE,
            MEASURED,
            measuredFirst,
            end(Reason.TERMINATED, BY_USER)),
        arguments(
            "terminated before a run",
            TERMINATE,
            MEASURED,
            warmSecond,
            conclude(SECOND, Reason.TERMINATED, BY_USER)),
        arguments(
            "terminated after two runs",
            TERMINATE,
            MEASURED,
            twoOfThree,
            conclude(FIRST, Reason.TERMINATED, BY_USER)),
        arguments(
            "terminated in a pause",
            TERMINATE,
            PAUSED,
            measuredFirst,
            end(Reason.TERMINATED, BY_USER)),
        arguments(
            "both",
            SUSPEND + "\n" + TERMINATE,
            MEASURED,
            measuredFirst,
            end(Reason.TERMINATED, BY_USER)),
        arguments(
            "too late",
            HOUR,
            started(3600, null),
            warmSecond,
            conclude(SECOND, Reason.ACTIVE_DEADLINE_EXCEEDED, BY_DEADLINE)),
        arguments(
            "not in a pause",
            HOUR,
            started(9000, new PauseStatus(ago(10), 0L, null)),
            warmSecond,
            new NextStep.Resume()),
        arguments(
            "not before its start",
            HOUR,
            Lifetime.NONE,
            Map.of(),
            new NextStep.CreateTrial(FIRST)));
  }

  @ParameterizedTest(name = "{0} s after the start, {1} s of it in pauses: ends {2}")
  @CsvSource({"3599, 0, false", "3600, 0, true", "3700, 101, false", "3701, 101, true"})
  void theDeadlineCountsTheTimeInWhichItIsMeasured(long since, long pauses, boolean ends) {
    Lifetime lifetime = started(since, new PauseStatus(null, pauses, null));

    assertThat(Ending.of(plan(HOUR).spec(), lifetime, NOW).isPresent()).isEqualTo(ends);
  }

  @ParameterizedTest(name = "{0} s of load left, {1} runs cut short before: cut short {2}")
  @CsvSource({
    "590, 0, false", // ten minutes at most: it is finished
    "700, 0, true",
    "700, 4, true",
    "700, 5, false", // each of them is kept, so they are limited
  })
  void aRunIsFinishedIfThatIsSoon(long left, int before, boolean cutShort) {
    RunResult load = running(1, true, false, false);
    RunResult longer = lasting(load, left + 5);
    RunResult[] runs =
        Stream.concat(
                Stream.generate(
                        () ->
                            run(2, RunPhase.INVALID)
                                .ended(RunPhase.INVALID, Reason.SUSPENDED, "x", NOW.toString()))
                    .limit(before),
                Stream.of(longer))
            .toArray(RunResult[]::new);
    NextStep step = withLoad(SUSPEND, warm(runs));

    assertThat(step).isInstanceOf(cutShort ? NextStep.InvalidateRun.class : NextStep.Collect.class);
    if (step instanceof NextStep.InvalidateRun invalid) {
      assertThat(invalid.reason()).isEqualTo(Reason.SUSPENDED);
      assertThat(invalid.message()).isEqualTo("suspended after 1 of 2 steps; the run is repeated");
    }
  }

  @Test
  void aRunThatWasCutShortIsNoInvalidOne() {
    RunResult cut =
        run(1, RunPhase.INVALID).ended(RunPhase.INVALID, Reason.SUSPENDED, "x", NOW.toString());
    ScalabilityTrialStatus trial = begun().withRuns(List.of(cut, cut, cut), null);

    assertThat(Given.decision(FIRST, trial, new Rows.Bed().build(FIRST, trial)).decide())
        .as("maxInvalidRuns is 1")
        .isInstanceOf(NextStep.MarkReady.class);
  }

  @Test
  void aTerminatedRunIsEndedUnlessItOnlyHasToBeJudged() {
    assertSame(
        withLoad(TERMINATE, warm(running(1, true, false, false))),
        new NextStep.InvalidateRun(
            FIRST, 1, Reason.TERMINATED, "ended by spec.terminate after 1 of 2 steps"));
    Rows.Bed counted = new Rows.Bed();
    counted.load = succeeded();
    counted.audit = succeeded();
    assertSame(
        with(counted, TERMINATE, warm(running(2, true, true, true))),
        new NextStep.JudgeRun(FIRST, 1));
  }

  @Test
  void theTestbedOfASuspendedOneIsRemoved() {
    Plan suspended = plan(SUSPEND);
    assertThat(decide(SUSPEND, MEASURED, Map.of(FIRST.name(), warm()), THERE))
        .isEqualTo(new NextStep.Release(null));
    assertThat(
            Decision.decide(
                suspended,
                observed(suspended, MEASURED, Map.of(FIRST.name(), warm()), List.of(), THERE),
                NOW.plusSeconds(600)))
        .isEqualTo(
            new NextStep.Release(
                "3 objects of the testbed still existed 600 s after the deletion, for example Pod a"));
    assertThat(new NextStep.Release("late").requeueAfter()).isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void oneThatGoesOnWaitsForItsTurnAndIsNeverRejected() {
    var turn = new Violation("", Reason.QUEUED, "waits for lab/other");
    var large = new Violation("spec.load", Reason.TRIAL_TOO_LARGE, "too large");
    var trials = Map.of(FIRST.name(), succeeded(60));
    Plan suspended = plan(SUSPEND);

    assertThat(Decision.decide(PLAN, observed(PLAN, PAUSED, trials, List.of(turn), null), NOW))
        .isEqualTo(new NextStep.AwaitCluster(List.of(turn)));
    assertThat(Decision.decide(PLAN, observed(PLAN, PAUSED, trials, List.of(large), null), NOW))
        .isEqualTo(new NextStep.AwaitCluster(List.of(large)));
    assertThat(
            Decision.decide(
                suspended, observed(suspended, Lifetime.NONE, Map.of(), List.of(large), null), NOW))
        .as("a spec that can never run")
        .isEqualTo(new NextStep.Reject(List.of(large)));
  }

  @ParameterizedTest(name = "kept for {0} s, ended {1} s ago: deleted {2}")
  @CsvSource(
      nullValues = "-",
      value = {"-, 9000, false", "60, 59, false", "60, 60, true", "0, 0, true"})
  void anEndedOneIsDeletedWhenItsTimeIsOver(Integer ttl, long ended, boolean deleted) {
    Plan plan = plan(ttl == null ? "{}" : "ttlSecondsAfterFinished: " + ttl);
    var observed =
        ObservedBuilder.builder(expired(Leftover.NONE))
            .lifetime(new Lifetime(ago(9999), ago(ended), null))
            .build();

    assertThat(Decision.decide(plan, observed, NOW))
        .isEqualTo(deleted ? new NextStep.Expire() : new NextStep.Idle());
  }

  /** Whoever holds the deleted experiment by a finalizer does not keep its testbed. */
  @Test
  void itsTestbedGoesFirst() {
    Plan plan = plan("ttlSecondsAfterFinished: 60");

    assertThat(Decision.decide(plan, expired(THERE), NOW)).isEqualTo(new NextStep.TearDown(null));
    assertThat(Decision.decide(plan, expired(Leftover.NONE), NOW)).isEqualTo(new NextStep.Expire());
  }

  private static Observed expired(Leftover left) {
    return ObservedBuilder.builder()
        .ended(Phase.SUCCEEDED)
        .testbedLeft(left)
        .lifetime(new Lifetime(ago(9999), ago(61), null))
        .build();
  }

  /** Of the same configuration, whose spec says the same of the life of its experiment. */
  private static void assertSame(NextStep step, NextStep expected) {
    assertThat(step)
        .usingRecursiveComparison()
        .withStrictTypeChecking()
        .ignoringFields("configuration.spec")
        .isEqualTo(expected);
  }

  private static NextStep withLoad(String change, ScalabilityTrialStatus trial) {
    Rows.Bed bed = new Rows.Bed();
    bed.load = active(NOW.minusSeconds(5));
    return with(bed, change, trial);
  }

  private static NextStep with(Rows.Bed bed, String change, ScalabilityTrialStatus trial) {
    Plan plan = plan(change);
    var observed =
        Observed.of(plan, Map.of(FIRST.name(), trial), MEASURED)
            .testbed(bed.build(FIRST, trial))
            .build();
    return Decision.decide(plan, observed, NOW);
  }

  private static RunResult lasting(RunResult run, long seconds) {
    RunPlan plan = run.plan();
    RunPlan longer =
        new RunPlan(
            plan.run(),
            plan.repetition(),
            plan.steps(),
            (int) (seconds / plan.steps().size()),
            plan.settleSeconds(),
            plan.rampSeconds(),
            plan.seed());
    return new RunResult(
        run.number(),
        run.phase(),
        run.reason(),
        run.message(),
        run.startedAt(),
        run.finishedAt(),
        run.steps(),
        run.totals(),
        run.audit(),
        run.histograms(),
        longer,
        null);
  }

  private static NextStep suspended() {
    return new NextStep.Suspend();
  }

  private static NextStep end(Reason reason, String message) {
    return new NextStep.Conclude(reason, message);
  }

  private static NextStep conclude(Configuration configuration, Reason reason, String message) {
    return new NextStep.ConcludeTrial(configuration, reason, message);
  }

  private static NextStep decide(
      String change, Lifetime lifetime, Map<String, ScalabilityTrialStatus> trials, Leftover left) {
    Plan plan = plan(change);
    return Decision.decide(plan, observed(plan, lifetime, trials, List.of(), left), NOW);
  }

  private static Observed observed(
      Plan plan,
      Lifetime lifetime,
      Map<String, ScalabilityTrialStatus> trials,
      List<Violation> violations,
      Leftover left) {
    return Observed.of(plan, trials, lifetime).violations(violations).testbedLeft(left).build();
  }

  private static Lifetime started(long secondsAgo, PauseStatus pauses) {
    return new Lifetime(ago(secondsAgo), null, pauses);
  }

  private static String ago(long seconds) {
    return NOW.minusSeconds(seconds).toString();
  }

  private static Plan plan(String change) {
    return Given.plan("small", change);
  }
}
