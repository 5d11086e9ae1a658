package dev.scalelab.operator.reconcile;

import static dev.scalelab.operator.reconcile.Given.JUST_NOW;
import static dev.scalelab.operator.reconcile.Given.LONG_AGO;
import static dev.scalelab.operator.reconcile.Given.NOW;
import static dev.scalelab.operator.reconcile.Given.active;
import static dev.scalelab.operator.reconcile.Given.created;
import static dev.scalelab.operator.reconcile.Given.failed;
import static dev.scalelab.operator.reconcile.Given.invalidIn;
import static dev.scalelab.operator.reconcile.Given.notOurs;
import static dev.scalelab.operator.reconcile.Given.run;
import static dev.scalelab.operator.reconcile.Given.running;
import static dev.scalelab.operator.reconcile.Given.succeeded;
import static dev.scalelab.operator.reconcile.Given.waiting;
import static dev.scalelab.operator.reconcile.Given.warm;
import static dev.scalelab.operator.reconcile.Rows.observed;
import static dev.scalelab.operator.reconcile.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.loadrun.JobObservation;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.reconcile.Rows.Bed;
import dev.scalelab.operator.support.Experiments;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of steps during a run. */
class RunDecisionTest {
  private static final Plan PLAN = Planner.plan("small", Given.spec());
  private static final Configuration FIRST = PLAN.configurations().get(0);

  private static final Pod POD = new Pod();

  static Stream<Arguments> runTable() {
    return Stream.of(
        row(
            "load is on",
            warm(running(1, false, false, false)),
            b -> b.load = active(JUST_NOW),
            new NextStep.Collect(FIRST, 1, true, List.of())),
        row(
            "pods that were listed are not listed again",
            warm(running(1, false, false, false)),
            b -> b.load = active(JUST_NOW).withPods(List.of(POD)),
            new NextStep.Collect(FIRST, 1, true, List.of(POD))),
        row(
            "a server that fails under load does not stop the collecting",
            warm(running(1, false, false, false)),
            b -> {
              b.load = active(JUST_NOW);
              b.servers = waiting(Reason.SERVERS_NOT_READY);
            },
            new NextStep.Collect(FIRST, 1, true, List.of())),
        row(
            "a step is invalid: the run cannot count, and steps remain",
            warm(invalidIn(1, running(1, true, false, false))),
            b -> b.load = active(JUST_NOW),
            new NextStep.InvalidateRun(
                FIRST,
                1,
                Reason.SERVER_RESTARTED,
                "seen in step 1; the load was stopped after step 1 of 2")),
        row(
            "the last step is invalid: the load ends by itself",
            warm(invalidIn(2, running(2, true, false, false))),
            b -> b.load = active(JUST_NOW),
            new NextStep.Collect(FIRST, 1, true, List.of())),
        row(
            "a step turns out to be invalid after the last one was recorded",
            warm(invalidIn(1, running(2, true, false, false))),
            b -> b.load = active(JUST_NOW),
            new NextStep.Collect(FIRST, 1, true, List.of())),
        row(
            "load never ends",
            warm(running(1, false, false, false)),
            b -> b.load = active(LONG_AGO),
            new NextStep.InvalidateRun(
                FIRST,
                1,
                Reason.LOAD_DEADLINE_EXCEEDED,
                "the load had not ended after 380 s: Unschedulable")),
        row(
            "load's Job deleted by somebody",
            warm(running(1, false, false, false)),
            b -> b.load = JobObservation.absent(),
            new NextStep.InvalidateRun(
                FIRST, 1, Reason.LOAD_FAILED, JobObservation.deleted("small-base-1-r1-load"))),
        row(
            "load's Job deleted, and another of its name made, by somebody",
            warm(running(1, false, false, false)),
            b -> b.load = notOurs(JUST_NOW),
            new NextStep.InvalidateRun(
                FIRST, 1, Reason.LOAD_FAILED, JobObservation.deleted("small-base-1-r1-load"))),
        row(
            "an audit that somebody else made",
            warm(running(2, false, true, true)),
            b -> {
              b.load = succeeded();
              b.audit = notOurs(JUST_NOW);
            },
            new NextStep.InvalidateRun(FIRST, 1, Reason.AUDIT_FAILED, "somebody's Job")),
        row(
            "load's Job cleaned up after its end: the run goes on",
            warm(running(2, true, true, false)),
            b -> b.load = JobObservation.absent(),
            new NextStep.Audit(FIRST, 1)),
        row(
            "load's and audit's Jobs cleaned up after their ends",
            created(warm(running(2, true, true, true)), "Audit", "small-base-1-r1-audit"),
            b -> b.load = JobObservation.absent(),
            new NextStep.JudgeRun(FIRST, 1)),
        row(
            "the audit's Job is gone before its end was seen",
            created(warm(running(2, true, true, false)), "Audit", "small-base-1-r1-audit"),
            b -> b.load = succeeded(),
            new NextStep.InvalidateRun(
                FIRST, 1, Reason.AUDIT_FAILED, JobObservation.deleted("small-base-1-r1-audit"))),
        row(
            "load killed for memory",
            warm(running(1, false, false, false)),
            b -> b.load = failed(JobObservation.Cause.OUT_OF_MEMORY),
            new NextStep.InvalidateRun(FIRST, 1, Reason.LOAD_OUT_OF_MEMORY, "its message")),
        row(
            "load's node lost",
            warm(running(1, false, false, false)),
            b -> b.load = failed(JobObservation.Cause.POD_LOST),
            new NextStep.InvalidateRun(FIRST, 1, Reason.LOAD_FAILED, "its message")),
        row(
            "load ended",
            warm(running(2, false, true, false)),
            b -> b.load = succeeded(),
            new NextStep.Audit(FIRST, 1)),
        row(
            "evidence still to come",
            warm(running(2, false, true, false)),
            b -> {
              b.load = succeeded();
              b.audit = active(JUST_NOW);
            },
            new NextStep.Collect(FIRST, 1, false, List.of())),
        row(
            "audit failed",
            warm(running(2, true, true, false)),
            b -> {
              b.load = succeeded();
              b.audit = failed(JobObservation.Cause.EXIT_CODE);
            },
            new NextStep.InvalidateRun(
                FIRST, 1, Reason.AUDIT_FAILED, "the audit failed: its message")),
        row(
            "everything there",
            warm(running(2, true, true, true)),
            b -> {
              b.load = succeeded();
              b.audit = succeeded();
            },
            new NextStep.JudgeRun(FIRST, 1)),
        row(
            "a step is missing though every record is there: it never comes",
            warm(running(1, true, true, true)),
            b -> {
              b.load = succeeded();
              b.audit = succeeded();
            },
            new NextStep.JudgeRun(FIRST, 1)),
        row(
            "an operator that was away audits first, however late it is",
            warm(running(0, false, false, false)),
            b -> b.load = succeeded(LONG_AGO),
            new NextStep.Audit(FIRST, 1)),
        row(
            "and reads what came out meanwhile",
            warm(running(0, false, false, false)),
            b -> {
              b.load = succeeded(LONG_AGO);
              b.audit = active(JUST_NOW);
            },
            new NextStep.Collect(FIRST, 1, false, List.of())),
        row(
            "an audit that never starts reports its pod's reason",
            warm(running(2, true, true, false)),
            b -> {
              b.load = succeeded();
              b.audit = active(LONG_AGO);
            },
            new NextStep.InvalidateRun(
                FIRST,
                1,
                Reason.AUDIT_FAILED,
                "the audit had not ended after 300 s: Unschedulable")),
        row(
            "killed after its Job was deleted, and before its end was noted",
            warm(running(1, false, false, false).givenUp(Reason.LOAD_OUT_OF_MEMORY, "its message")),
            b -> b.load = JobObservation.absent(),
            new NextStep.InvalidateRun(FIRST, 1, Reason.LOAD_OUT_OF_MEMORY, "its message")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("runTable")
  void decidesForTheFirstTrial(
      String name, ScalabilityTrialStatus trial, ObservedTestbed testbed, NextStep expected) {
    Observed observed = observed(PLAN, Map.of(FIRST.name(), trial), testbed);

    assertThat(Decision.decide(PLAN, observed, NOW)).isEqualTo(expected);
  }

  @Test
  void judgesWhatThereIsWhenSamplesNeverCame() {
    var late = NOW.plusSeconds(301);
    Bed bed = new Bed();
    bed.load = succeeded();
    bed.audit = succeeded();
    ScalabilityTrialStatus trial = warm(running(2, false, true, true));
    Observed observed = observed(PLAN, Map.of(FIRST.name(), trial), bed.build(FIRST, trial));

    assertThat(Decision.decide(PLAN, observed, late)).isEqualTo(new NextStep.JudgeRun(FIRST, 1));
  }

  @Test
  void givesUpALoadThatNeverBegan() {
    var run = Experiments.begun(1);
    Bed bed = new Bed();
    bed.load = active(NOW.minusSeconds(300));
    Observed observed =
        observed(PLAN, Map.of(FIRST.name(), warm(run)), bed.build(FIRST, warm(run)));

    assertThat(Decision.decide(PLAN, observed, NOW))
        .isEqualTo(
            new NextStep.InvalidateRun(
                FIRST,
                1,
                Reason.LOAD_DEADLINE_EXCEEDED,
                "the load had not begun after 300 s: Unschedulable"));
  }
}
