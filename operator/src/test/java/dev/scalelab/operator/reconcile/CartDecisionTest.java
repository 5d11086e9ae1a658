package dev.scalelab.operator.reconcile;

import static dev.scalelab.operator.reconcile.Given.JUST_NOW;
import static dev.scalelab.operator.reconcile.Given.LONG_AGO;
import static dev.scalelab.operator.reconcile.Given.NOW;
import static dev.scalelab.operator.reconcile.Given.active;
import static dev.scalelab.operator.reconcile.Given.begun;
import static dev.scalelab.operator.reconcile.Given.running;
import static dev.scalelab.operator.reconcile.Given.succeeded;
import static dev.scalelab.operator.reconcile.Given.warm;
import static dev.scalelab.operator.reconcile.Rows.observed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.loadrun.JobObservation;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.reconcile.Rows.Bed;
import dev.scalelab.operator.reconcile.Rows.Change;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.testbed.Readiness;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A workload without a database: parts that are not created, and the steps instead. */
class CartDecisionTest {
  private static final Plan PLAN =
      Given.plan("cart", "workload: {type: Cart, thinkTime: {maxMillis: 5000}}");
  private static final Configuration FIRST = PLAN.configurations().get(0);

  static Stream<Arguments> table() {
    return Stream.of(
        row(
            "no servers",
            begun(),
            b -> b.servers = Readiness.absent(),
            Rows.deploy(FIRST, "Servers")),
        row(
            "warm, and no run yet",
            warm(),
            b -> {},
            new NextStep.StartLoad(FIRST, Experiments.firstRun(FIRST))),
        row(
            "load made, and not noted",
            warm(),
            b -> b.load = active(JUST_NOW),
            new NextStep.RecordRun(FIRST, Experiments.firstRun(FIRST))),
        row(
            "load has ended and nothing is missing",
            warm(running(2, true, true, false)),
            b -> b.load = succeeded(),
            new NextStep.JudgeRun(FIRST, 1)),
        row(
            "load has ended and evidence is missing",
            warm(running(2, false, true, false)),
            b -> b.load = succeeded(),
            new NextStep.Collect(FIRST, 1, false, List.of())),
        row(
            "evidence is missing of a load that began late",
            warm(running(2, false, true, false)),
            b -> b.load = succeeded(LONG_AGO),
            new NextStep.Collect(FIRST, 1, false, List.of())),
        row(
            "evidence never comes",
            warm(endedLongAgo()),
            b -> b.load = succeeded(LONG_AGO),
            new NextStep.JudgeRun(FIRST, 1)),
        row(
            "the load never reports its end",
            warm(running(2, false, false, false)),
            b -> b.load = succeeded(LONG_AGO),
            new NextStep.JudgeRun(FIRST, 1)));
  }

  private static RunResult endedLongAgo() {
    RunResult run = running(2, false, true, false);
    return run.collected(
        run.startedAt(), LONG_AGO.toString(), run.steps(), run.totals(), null, null);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("table")
  void next(String name, ScalabilityTrialStatus trial, ObservedTestbed testbed, NextStep expected) {
    Observed observed = observed(PLAN, Map.of(FIRST.name(), trial), testbed);

    assertThat(Decision.decide(PLAN, observed, NOW)).isEqualTo(expected);
  }

  private static Arguments row(
      String name, ScalabilityTrialStatus trial, Change change, NextStep expected) {
    return Rows.row(name, trial, CartDecisionTest::withoutDatabase, change, expected);
  }

  private static void withoutDatabase(Bed bed) {
    bed.database = null;
    bed.prepare = null;
    bed.reset = null;
    bed.audit = JobObservation.absent();
  }
}
