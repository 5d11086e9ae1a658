package dev.scalelab.operator.reconcile;

import static dev.scalelab.operator.reconcile.Given.JUST_NOW;
import static dev.scalelab.operator.reconcile.Given.NOW;
import static dev.scalelab.operator.reconcile.Given.begun;
import static dev.scalelab.operator.reconcile.Given.failed;
import static dev.scalelab.operator.reconcile.Given.succeeded;
import static dev.scalelab.operator.reconcile.Rows.observed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Cleanup;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.plan.TrialPlan;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.reconcile.Observed.Lingering;
import dev.scalelab.operator.testbed.Leftover;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is done next with an experiment: before, between and after its trials. */
class DecisionTest {
  private static final ScalabilityExperimentSpec SPEC = Given.spec();
  private static final Plan PLAN = Planner.plan("small", SPEC);
  private static final TrialPlan FIRST = PLAN.trials().get(0);
  private static final TrialPlan SECOND = PLAN.trials().get(1);
  private static final List<Violation> QUOTA =
      List.of(new Violation("spec.sweep.replicas", Reason.QUOTA_TOO_SMALL, "3 pods left"));

  @Test
  void beginsWithTheSmallestTrial() {
    assertThat(Decision.decide(SPEC, PLAN, observed(Map.of(), null), NOW))
        .isEqualTo(new NextStep.CreateTrial(FIRST));
  }

  @Test
  void rejectsBeforeAnythingExists() {
    var violation =
        new Violation("spec.load.nodeSelector", Reason.NO_MATCHING_NODE, "no such node");
    var observed =
        new Observed(false, List.of(violation), null, Map.of(), Optional.empty(), null, null);

    assertThat(Decision.decide(SPEC, PLAN, observed, NOW))
        .isEqualTo(new NextStep.Reject(List.of(violation)));
  }

  @Test
  void waitsForWhatAnEarlierExperimentOfTheNameHasLeftInTheQuota() {
    var going = new Observed.Earlier(3, NOW, NOW.plusSeconds(590));
    assertThat(decide(QUOTA, going, NOW.plusSeconds(599)))
        .isEqualTo(
            new NextStep.Await(
                "3 objects of an earlier experiment of this name to go: quotas count them"));
    assertThat(decide(QUOTA, going, NOW.plusSeconds(600)))
        .as("they do not go")
        .isInstanceOf(NextStep.Reject.class);

    var gone = new Observed.Earlier(0, NOW, NOW.plusSeconds(30));
    assertThat(decide(QUOTA, gone, NOW.plusSeconds(39)))
        .as("the quota may not know it yet")
        .isEqualTo(new NextStep.Await("quotas to be counted anew"));
    assertThat(decide(QUOTA, gone, NOW.plusSeconds(40))).isInstanceOf(NextStep.Reject.class);
  }

  @Test
  void whatNoWaitCanMendIsRejectedAtOnce() {
    var going = new Observed.Earlier(3, NOW, NOW);
    var limit = new Violation("spec.load.cpu", Reason.OUTSIDE_LIMIT_RANGE, "too much");

    assertThat(decide(List.of(QUOTA.get(0), limit), going, NOW))
        .isEqualTo(new NextStep.Reject(List.of(QUOTA.get(0), limit)));
  }

  private static NextStep decide(
      List<Violation> violations, Observed.Earlier earlier, Instant now) {
    var observed = new Observed(false, violations, earlier, Map.of(), Optional.empty(), null, null);
    return Decision.decide(SPEC, PLAN, observed, now);
  }

  @Test
  void aTrialThatWasDeletedIsMeasuredAgainAfterTheOneThatIsOn() {
    var on = Map.of(SECOND.name(), begun());
    var ended = Map.of(SECOND.name(), succeeded(60));

    assertThat(PLAN.current(on)).hasValue(SECOND);
    assertThat(Decision.former(PLAN, on)).isEmpty();
    assertThat(PLAN.current(ended)).hasValue(FIRST);
    assertThat(Decision.former(PLAN, ended)).as("whose servers must go first").hasValue(SECOND);
  }

  @Test
  void theFormerTrialIsTheOneThatEndedLast() {
    var later =
        begun().ended(Phase.SUCCEEDED, null, null, JUST_NOW.plusSeconds(1).toString(), null);
    var trials = Map.of(FIRST.name(), later, SECOND.name(), succeeded(60));

    assertThat(Decision.former(PLAN, trials)).hasValue(FIRST);
  }

  @Test
  void clearsTheServersOfOneTrialBeforeTheNext() {
    var trials = Map.of(FIRST.name(), succeeded(60));
    var lingering = new Lingering(FIRST, new Leftover(1, null));
    var observed = new Observed(false, List.of(), null, trials, Optional.of(lingering), null, null);

    assertThat(Decision.decide(SPEC, PLAN, observed, NOW.plusSeconds(3600)))
        .as("however long ago it ended: nobody has asked them to go")
        .isEqualTo(new NextStep.TearDownServers(FIRST));
  }

  @Test
  void failsTheNextTrialWhenServersNeverGo() {
    var trials = Map.of(FIRST.name(), succeeded(60), SECOND.name(), begun());
    var lingering = new Lingering(FIRST, new Leftover(1, NOW));
    var observed = new Observed(false, List.of(), null, trials, Optional.of(lingering), null, null);

    assertThat(Decision.decide(SPEC, PLAN, observed, NOW.plusSeconds(599)))
        .isEqualTo(new NextStep.TearDownServers(FIRST));
    assertThat(Decision.decide(SPEC, PLAN, observed, NOW.plusSeconds(600)))
        .isEqualTo(
            new NextStep.FailTrial(
                SECOND,
                Reason.SERVERS_NOT_READY,
                "the servers of small-base-1 were still not gone 600 s after they were asked to"
                    + " go; see their pods"));
  }

  @Test
  void goesOnWithTheSecondTrial() {
    assertThat(
            Decision.decide(SPEC, PLAN, observed(Map.of(FIRST.name(), succeeded(60)), null), NOW))
        .isEqualTo(new NextStep.CreateTrial(SECOND));
  }

  @Test
  void finishesWhenAllTrialsEndedOrOneFailed() {
    var all = observed(Map.of(FIRST.name(), succeeded(60), SECOND.name(), succeeded(110)), null);
    var one = observed(Map.of(FIRST.name(), failed(Reason.SERVERS_NOT_READY, "why")), null);

    assertThat(Decision.decide(SPEC, PLAN, all, NOW)).isEqualTo(new NextStep.Finish());
    assertThat(Decision.decide(SPEC, PLAN, one, NOW)).isEqualTo(new NextStep.Finish());
  }

  @Test
  void tearsDownAtTheEndUnlessAskedToRetain() {
    var there = ended(new Leftover(3, null));
    var gone = ended(new Leftover(0, null));
    var retain = Given.spec(30, Cleanup.RETAIN);

    assertThat(Decision.decide(SPEC, PLAN, there, NOW)).isEqualTo(new NextStep.TearDown(null));
    assertThat(Decision.decide(SPEC, PLAN, gone, NOW)).isEqualTo(new NextStep.Rest());
    assertThat(Decision.decide(retain, PLAN, there, NOW)).isEqualTo(new NextStep.Rest());
  }

  @Test
  void saysSoWhenATestbedDoesNotGo() {
    var going = ended(new Leftover(3, NOW));
    var stuck =
        new NextStep.TearDown(
            "3 objects of the testbed were still not gone 600 s after they were asked to go");

    assertThat(Decision.decide(SPEC, PLAN, going, NOW.plusSeconds(599)))
        .isEqualTo(new NextStep.TearDown(null));
    assertThat(Decision.decide(SPEC, PLAN, going, NOW.plusSeconds(600))).isEqualTo(stuck);
    assertThat(stuck.lookAgain()).isEqualTo(Duration.ofMinutes(1));
  }

  private static Observed ended(Leftover left) {
    return new Observed(true, List.of(), null, Map.of(), Optional.empty(), left, null);
  }
}
