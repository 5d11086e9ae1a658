package dev.scalelab.operator.reconcile;

import static dev.scalelab.operator.reconcile.Given.JUST_NOW;
import static dev.scalelab.operator.reconcile.Given.LONG_AGO;
import static dev.scalelab.operator.reconcile.Given.NOW;
import static dev.scalelab.operator.reconcile.Given.begun;
import static dev.scalelab.operator.reconcile.Given.failed;
import static dev.scalelab.operator.reconcile.Given.warm;
import static dev.scalelab.operator.reconcile.Rows.observed;
import static dev.scalelab.operator.reconcile.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.Waiting;
import dev.scalelab.operator.loadrun.JobObservation.Cause;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.testbed.ComponentOrder;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What was lost before a load costs a run, within the number of invalid runs, and not its trial.
 */
class LostWarmUpDecisionTest {
  private static final Plan PLAN = Planner.plan("small", Given.spec());
  private static final Configuration FIRST = PLAN.configurations().get(0);

  static Stream<Arguments> table() {
    return Stream.of(
        row(
            "the warm-up's pod was deleted, evicted, or on a lost node",
            begun(),
            b -> b.warmUp = failed(Cause.POD_LOST),
            lost(Reason.WARM_UP_FAILED, "the warm-up failed: its message")),
        row(
            "its generator was killed",
            begun(),
            b -> b.warmUp = failed(Cause.KILLED),
            lost(Reason.WARM_UP_FAILED, "the warm-up failed: its message")),
        row(
            "its generator ended with an error, as it would again",
            begun(),
            b -> b.warmUp = failed(Cause.EXIT_CODE),
            new NextStep.FailTrial(
                FIRST, Reason.WARM_UP_FAILED, "the warm-up failed: its message")),
        row(
            "it took too long, as it would again",
            begun(),
            b -> b.warmUp = failed(Cause.DEADLINE_EXCEEDED),
            new NextStep.FailTrial(
                FIRST, Reason.WARM_UP_FAILED, "the warm-up failed: its message")),
        row(
            "a server started under it",
            begun(),
            b -> b.cold = "app-0 is not warm",
            lost(Reason.SERVER_RESTARTED, "app-0 is not warm")),
        row(
            "the pod that resets the dataset was deleted",
            warm(),
            b -> b.reset = failed(Cause.POD_LOST),
            lost(Reason.DATASET_FAILED, "the reset of the dataset failed: its message")),
        row(
            "the pod that fills the databases, which all trials share, was deleted",
            begun(),
            b -> b.prepare = failed(Cause.POD_LOST),
            lost(Reason.DATASET_FAILED, "the dataset failed: its message")),
        row(
            "the tool that fills them ended with an error, as it would again",
            begun(),
            b -> b.prepare = failed(Cause.EXIT_CODE),
            new NextStep.FailTrial(
                FIRST, Reason.DATASET_FAILED, "the dataset failed: its message")),
        row(
            "the lost testbed is gone",
            lostTrial(1),
            b -> b.warmUp = failed(Cause.POD_LOST),
            new NextStep.RecreateServers(FIRST)),
        row(
            "lost as often as runs may be invalid",
            lostTrial(2),
            b -> b.warmUp = failed(Cause.POD_LOST),
            new NextStep.FailTrial(
                FIRST,
                Reason.BACKOFF_LIMIT_EXCEEDED,
                "2 invalid runs, maxInvalidRuns is 1; the last: WarmUpFailed: lost")));
  }

  private static NextStep lost(Reason reason, String message) {
    return new NextStep.LoseRun(FIRST, Experiments.firstRun(FIRST), reason, message);
  }

  /** A trial whose warm-up was lost this often, the last time just now. */
  private static ScalabilityTrialStatus lostTrial(int times) {
    RunResult[] runs =
        IntStream.rangeClosed(1, times)
            .mapToObj(
                number ->
                    Given.run(number, RunPhase.INVALID)
                        .ended(
                            RunPhase.INVALID, Reason.WARM_UP_FAILED, "lost", JUST_NOW.toString()))
            .toArray(RunResult[]::new);
    return begun()
        .withRuns(Arrays.asList(runs), null)
        .waitingFor(new Waiting(ComponentOrder.NEW_SERVERS, LONG_AGO.toString(), null));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("table")
  void next(String name, ScalabilityTrialStatus trial, ObservedTestbed testbed, NextStep expected) {
    Observed observed = observed(PLAN, Map.of(FIRST.name(), trial), testbed);

    assertThat(Decision.decide(PLAN, observed, NOW)).isEqualTo(expected);
  }
}
