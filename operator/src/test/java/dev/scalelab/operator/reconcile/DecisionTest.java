package dev.scalelab.operator.reconcile;

import static dev.scalelab.operator.reconcile.Given.LONG_AGO;
import static dev.scalelab.operator.reconcile.Given.NOW;
import static dev.scalelab.operator.reconcile.Given.begun;
import static dev.scalelab.operator.reconcile.Given.failed;
import static dev.scalelab.operator.reconcile.Given.run;
import static dev.scalelab.operator.reconcile.Given.succeeded;
import static dev.scalelab.operator.reconcile.Given.warmSince;
import static dev.scalelab.operator.reconcile.Rows.observed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.testbed.Leftover;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The next step of an experiment: before, between and after its trials. */
class DecisionTest {
  private static final Plan PLAN = Planner.plan("small", Given.spec());
  private static final Configuration FIRST = PLAN.configurations().get(0);
  private static final Configuration SECOND = PLAN.configurations().get(1);

  @Test
  void beginsWithTheSmallestTrial() {
    assertThat(Decision.decide(PLAN, observed(PLAN, Map.of(), null), NOW))
        .isEqualTo(new NextStep.CreateTrial(FIRST));
  }

  @Test
  void waitsForAClusterThatDoesNotAllowTheExperimentNow() {
    var node = new Violation("spec.load.generators.pod", Reason.NO_MATCHING_NODE, "no such node");

    assertThat(decide(List.of(node))).isEqualTo(new NextStep.AwaitCluster(List.of(node)));
  }

  @Test
  void startsWithoutNodesThatAreExpected() {
    var expected = new Violation("spec.load.generators.pod", Reason.NODES_EXPECTED, "no such node");
    var queued = new Violation("", Reason.QUEUED, "waits for lab/other");

    assertThat(decide(List.of(expected))).isEqualTo(new NextStep.CreateTrial(FIRST));
    assertThat(decide(List.of(expected, queued)))
        .as("its place in the queue is read from the only reason")
        .isEqualTo(new NextStep.AwaitCluster(List.of(queued)));
  }

  @Test
  void rejectsWhatCanNeverRun() {
    var node = new Violation("spec.load.generators.pod", Reason.NO_MATCHING_NODE, "no such node");
    var large = new Violation("spec.load", Reason.TRIAL_TOO_LARGE, "too large");

    assertThat(decide(List.of(node, large))).isEqualTo(new NextStep.Reject(List.of(node, large)));
  }

  private static NextStep decide(List<Violation> violations) {
    var observed = Observed.of(PLAN, Map.of(), Lifetime.NONE).violations(violations).build();
    return Decision.decide(PLAN, observed, NOW);
  }

  @Test
  void removesTheServersOfOneTrialBeforeTheNext() {
    var trials = Map.of(FIRST.name(), succeeded(60));
    var left = new Leftover(1, "Pod small-base-1-app-0", null);
    var observed = Observed.of(PLAN, trials, Lifetime.NONE).unusable(left).build();

    assertThat(Decision.decide(PLAN, observed, NOW.plusSeconds(3600)))
        .as("however long ago it ended: nothing was deleted yet")
        .isEqualTo(new NextStep.ClearTestbed(SECOND, false));
  }

  @Test
  void failsTheNextTrialWhenServersNeverGo() {
    var trials = Map.of(FIRST.name(), succeeded(60), SECOND.name(), begun());
    var left = new Leftover(1, "Pod small-base-1-app-0", NOW);
    var observed = Observed.of(PLAN, trials, Lifetime.NONE).unusable(left).build();

    assertThat(Decision.decide(PLAN, observed, NOW.plusSeconds(599)))
        .isEqualTo(new NextStep.ClearTestbed(SECOND, true));
    assertThat(Decision.decide(PLAN, observed, NOW.plusSeconds(600)))
        .isEqualTo(
            new NextStep.FailTrial(
                SECOND,
                Reason.TESTBED_NOT_GONE,
                "1 object of an earlier testbed still existed 600 s after the deletion, for"
                    + " example Pod small-base-1-app-0"));
  }

  @Test
  void removesItsOwnServersAfterAnInvalidRun() {
    var trials = Map.of(FIRST.name(), warmSince(LONG_AGO, run(1, RunPhase.INVALID)));
    var left = new Leftover(1, "Pod small-base-1-app-0", null);
    var observed = Observed.of(PLAN, trials, Lifetime.NONE).unusable(left).build();

    assertThat(Decision.decide(PLAN, observed, NOW))
        .isEqualTo(new NextStep.ClearTestbed(FIRST, false));
  }

  @Test
  void goesOnWithTheSecondTrial() {
    assertThat(
            Decision.decide(PLAN, observed(PLAN, Map.of(FIRST.name(), succeeded(60)), null), NOW))
        .isEqualTo(new NextStep.CreateTrial(SECOND));
  }

  @Test
  void finishesWhenAllTrialsEndedOrNoneIsLeftToMeasure() {
    var all =
        observed(PLAN, Map.of(FIRST.name(), succeeded(60), SECOND.name(), succeeded(110)), null);
    var one = observed(PLAN, Map.of(FIRST.name(), failed(Reason.SERVERS_NOT_READY, "why")), null);

    assertThat(Decision.decide(PLAN, all, NOW)).isEqualTo(new NextStep.Finish());
    assertThat(Decision.decide(PLAN, one, NOW))
        .as("what is missing for one server is missing for two")
        .isEqualTo(new NextStep.Finish());
  }

  @Test
  void tearsDownAtTheEndUnlessAskedToRetain() {
    var there = ended(new Leftover(3, "Pod a", null));
    var gone = ended(Leftover.NONE);
    Plan retain = Given.plan("small", "testbedPolicy: Retain");
    Plan onFailure = Given.plan("small", "testbedPolicy: RetainOnFailure");
    var failed =
        ObservedBuilder.builder(there)
            .ended(Phase.FAILED)
            .trials(Map.of(FIRST.name(), failed(Reason.SERVERS_NOT_READY, "why")))
            .build();

    assertThat(Decision.decide(PLAN, there, NOW)).isEqualTo(new NextStep.TearDown(null));
    assertThat(Decision.decide(PLAN, gone, NOW)).isEqualTo(new NextStep.Idle());
    assertThat(Decision.decide(retain, there, NOW)).isEqualTo(new NextStep.Idle());
    assertThat(Decision.decide(onFailure, there, NOW)).isEqualTo(new NextStep.TearDown(null));
    assertThat(Decision.decide(onFailure, failed, NOW)).isEqualTo(new NextStep.Idle());
  }

  @Test
  void saysSoWhenATestbedDoesNotGo() {
    var going = ended(new Leftover(3, "Pod a", NOW));
    var stuck =
        new NextStep.TearDown(
            "3 objects of the testbed still existed 600 s after the deletion, for example Pod a");

    assertThat(Decision.decide(PLAN, going, NOW.plusSeconds(599)))
        .isEqualTo(new NextStep.TearDown(null));
    assertThat(Decision.decide(PLAN, going, NOW.plusSeconds(600))).isEqualTo(stuck);
    assertThat(stuck.requeueAfter()).isEqualTo(Duration.ofMinutes(1));
  }

  private static Observed ended(Leftover left) {
    return ObservedBuilder.builder().ended(Phase.SUCCEEDED).testbedLeft(left).build();
  }
}
