package dev.scalelab.operator.reconcile;

import static dev.scalelab.operator.reconcile.Given.NOW;
import static dev.scalelab.operator.reconcile.Given.begun;
import static dev.scalelab.operator.reconcile.Given.overdue;
import static dev.scalelab.operator.reconcile.Given.ready;
import static dev.scalelab.operator.reconcile.Given.waiting;
import static dev.scalelab.operator.reconcile.Given.warm;
import static dev.scalelab.operator.reconcile.Rows.observed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.loadrun.JobObservation;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.reconcile.Rows.Change;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.testbed.Readiness;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A workload whose servers order from suppliers, which are ready before the first order. */
class EcperfDecisionTest {
  private static final Plan PLAN = Given.plan("ecperf", "workload: {type: ECperf}");
  private static final Configuration FIRST = PLAN.configurations().get(0);

  static Stream<Arguments> table() {
    JobObservation none = JobObservation.absent();
    return Stream.of(
        row(
            "no suppliers",
            begun(),
            b -> b.supplier = Readiness.absent(),
            Rows.deploy(FIRST, "Suppliers")),
        row(
            "suppliers start",
            begun(),
            b -> {
              b.supplier = waiting(Reason.SUPPLIER_NOT_READY);
              b.warmUp = none;
            },
            Rows.await(FIRST, "Suppliers", "ImagePullBackOff")),
        row(
            "suppliers never ready",
            overdue(begun(), "Suppliers"),
            b -> b.supplier = waiting(Reason.SUPPLIER_NOT_READY),
            new NextStep.FailTrial(
                FIRST,
                Reason.SUPPLIER_NOT_READY,
                "the suppliers not ready after 600 s: ImagePullBackOff")),
        row(
            "the balancer is observed before the suppliers, which deliver to it",
            overdue(begun(), "Balancer"),
            b -> {
              b.balancer = waiting(Reason.BALANCER_NOT_READY);
              b.supplier = waiting(Reason.SUPPLIER_NOT_READY);
            },
            new NextStep.FailTrial(
                FIRST,
                Reason.BALANCER_NOT_READY,
                "the balancer not ready after 600 s: ImagePullBackOff")),
        row("suppliers ready", begun(), b -> b.warmUp = none, Rows.deploy(FIRST, "WarmUp")),
        row(
            "suppliers gone before the run",
            warm(),
            b -> b.supplier = waiting(Reason.SUPPLIER_NOT_READY),
            Rows.await(FIRST, "Suppliers", "ImagePullBackOff")),
        row(
            "ready for the run",
            warm(),
            b -> {},
            new NextStep.StartLoad(FIRST, Experiments.firstRun(FIRST))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("table")
  void next(String name, ScalabilityTrialStatus trial, ObservedTestbed testbed, NextStep expected) {
    Observed observed = observed(PLAN, Map.of(FIRST.name(), trial), testbed);

    assertThat(Decision.decide(PLAN, observed, NOW)).isEqualTo(expected);
  }

  private static Arguments row(
      String name, ScalabilityTrialStatus trial, Change change, NextStep expected) {
    return Rows.row(name, trial, bed -> bed.supplier = ready(), change, expected);
  }
}
