package dev.scalelab.operator.reconcile;

import static dev.scalelab.operator.reconcile.Given.JUST_NOW;
import static dev.scalelab.operator.reconcile.Given.LONG_AGO;
import static dev.scalelab.operator.reconcile.Given.NOW;
import static dev.scalelab.operator.reconcile.Given.active;
import static dev.scalelab.operator.reconcile.Given.overdue;
import static dev.scalelab.operator.reconcile.Given.ready;
import static dev.scalelab.operator.reconcile.Given.run;
import static dev.scalelab.operator.reconcile.Given.running;
import static dev.scalelab.operator.reconcile.Given.succeeded;
import static dev.scalelab.operator.reconcile.Given.warm;
import static dev.scalelab.operator.reconcile.Rows.observed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.Waiting;
import dev.scalelab.operator.loadrun.JobObservation;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.reconcile.Rows.Change;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.testbed.Readiness;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A workload whose servers process queues, which are empty before data is reset or counted. */
class PortalDecisionTest {
  private static final String WORKLOAD =
      "workload: {type: Portal, portal: {ordersPerSecond: 7, maxAgeMillis: 1500, requestsPerVisit: 8}}";

  private static final Plan PLAN = Given.plan("portal", WORKLOAD);
  private static final Configuration FIRST = PLAN.configurations().get(0);
  private static final String LEFT = "9 transactions left in the servers' queues";

  static Stream<Arguments> table() {
    JobObservation none = JobObservation.absent();
    RunResult ended = running(2, true, true, false);
    RunResult endedLongAgo = since(ended, LONG_AGO.toString());
    return Stream.of(
        row(
            "the warm-up's transactions are still taken",
            warm(),
            b -> {
              b.reset = none;
              b.queues = left();
            },
            Rows.await(FIRST, "Queues", LEFT)),
        row(
            "they are never all taken",
            overdue(warm(), "Queues"),
            b -> {
              b.reset = none;
              b.queues = Readiness.waiting(Reason.QUEUES_NOT_EMPTY, LEFT);
            },
            new NextStep.FailTrial(
                FIRST,
                Reason.QUEUES_NOT_EMPTY,
                "the servers' queues not empty after 300 s: " + LEFT)),
        row(
            "the warm-up's are taken",
            warm(),
            b -> b.reset = none,
            Rows.deploy(FIRST, "DatasetReset")),
        row(
            "while the dataset is reset the queues are not observed again",
            warm().waitingFor(new Waiting("DatasetReset", JUST_NOW.toString(), null)),
            b -> {
              b.reset = active(JUST_NOW);
              b.queues = left();
            },
            Rows.await(FIRST, "DatasetReset", "Unschedulable")),
        row(
            "orders of a load that is not recorded yet do not hide it",
            warm().waitingFor(new Waiting("Load", JUST_NOW.toString(), null)),
            b -> {
              b.load = active(JUST_NOW);
              b.queues = left();
            },
            new NextStep.RecordRun(FIRST, Experiments.firstRun(FIRST))),
        row(
            "a run's transactions are still taken: what it has put out is collected meanwhile",
            warm(ended),
            b -> {
              b.load = succeeded();
              b.queues = left();
            },
            new NextStep.Collect(FIRST, 1, false, List.of())),
        row(
            "a run's are taken",
            warm(ended),
            b -> b.load = succeeded(),
            new NextStep.Audit(FIRST, 1)),
        row(
            "a run's are never all taken",
            warm(endedLongAgo),
            b -> {
              b.load = succeeded(LONG_AGO);
              b.queues = left();
            },
            new NextStep.InvalidateRun(
                FIRST, 1, Reason.QUEUES_NOT_EMPTY, LEFT + ", 300 s after the load")),
        row(
            "a running audit continues",
            warm(ended),
            b -> {
              b.load = succeeded();
              b.audit = active(JUST_NOW);
              b.queues = left();
            },
            new NextStep.Collect(FIRST, 1, false, List.of())));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("table")
  void next(String name, ScalabilityTrialStatus trial, ObservedTestbed testbed, NextStep expected) {
    Observed observed = observed(PLAN, Map.of(FIRST.name(), trial), testbed);

    assertThat(Decision.decide(PLAN, observed, NOW)).isEqualTo(expected);
  }

  @Test
  void beforeTheNextRunTheyAreWaitedForToo() {
    Configuration twice =
        Given.plan("portal", WORKLOAD + "\nload: {repetitions: 2}").configurations().get(0);
    ScalabilityTrialStatus trial = warm(run(1, RunPhase.VALID));
    var bed = new Rows.Bed();
    bed.reset = JobObservation.absent();
    bed.queues = left();

    assertThat(Given.decision(twice, trial, bed.build(twice, trial)).decide())
        .isEqualTo(Rows.await(twice, "Queues", LEFT));
  }

  private static Readiness left() {
    return Readiness.waiting(Reason.QUEUES_NOT_EMPTY, LEFT);
  }

  private static RunResult since(RunResult run, String finished) {
    return new RunResult(
        run.number(),
        run.phase(),
        run.reason(),
        run.message(),
        run.startedAt(),
        finished,
        run.steps(),
        run.totals(),
        run.audit(),
        run.histograms(),
        run.plan(),
        null);
  }

  private static Arguments row(
      String name, ScalabilityTrialStatus trial, Change change, NextStep expected) {
    return Rows.row(name, trial, bed -> bed.queues = ready(), change, expected);
  }
}
