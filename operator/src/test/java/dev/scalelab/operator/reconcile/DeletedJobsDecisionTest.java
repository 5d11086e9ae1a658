package dev.scalelab.operator.reconcile;

import static dev.scalelab.operator.reconcile.Given.JUST_NOW;
import static dev.scalelab.operator.reconcile.Given.NOW;
import static dev.scalelab.operator.reconcile.Given.begun;
import static dev.scalelab.operator.reconcile.Given.created;
import static dev.scalelab.operator.reconcile.Given.overdue;
import static dev.scalelab.operator.reconcile.Given.warm;
import static dev.scalelab.operator.reconcile.Rows.observed;
import static dev.scalelab.operator.reconcile.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.Waiting;
import dev.scalelab.operator.loadrun.JobObservation;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.testbed.Readiness;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Jobs that are deleted by a user or a clean-up policy, at once or later. */
class DeletedJobsDecisionTest {
  private static final Plan PLAN = Planner.plan("small", Given.spec());
  private static final Configuration FIRST = PLAN.configurations().get(0);

  static Stream<Arguments> table() {
    JobObservation none = JobObservation.absent();
    return Stream.of(
        row(
            "servers that something deletes each time",
            overdue(begun(), "Servers"),
            b -> b.servers = Readiness.absent(),
            new NextStep.FailTrial(
                FIRST,
                Reason.SERVERS_NOT_READY,
                "the servers not ready after 630 s: its objects are deleted after they are"
                    + " created")),
        row(
            "the dataset's Job is gone before its end was seen: it is made again",
            created(begun(), "Dataset", "small-base-prepare"),
            b -> b.prepare = none,
            new NextStep.LoseRun(
                FIRST,
                Experiments.firstRun(FIRST),
                Reason.DATASET_FAILED,
                "the dataset: " + JobObservation.deleted("small-base-prepare"))),
        row(
            "the warm-up's Job is gone before its end was seen: its run is one of the invalid ones",
            created(begun(), "WarmUp", "small-base-1-warmup"),
            b -> b.warmUp = none,
            new NextStep.LoseRun(
                FIRST,
                Experiments.firstRun(FIRST),
                Reason.WARM_UP_FAILED,
                "the warm-up: " + JobObservation.deleted("small-base-1-warmup"))),
        row(
            "a dataset's Job that was cleaned up is not made again before a run",
            warm(),
            b -> {
              b.prepare = none;
              b.reset = none;
            },
            Rows.deploy(FIRST, "DatasetReset")),
        row(
            "the reset's Job is gone before its end was seen",
            created(warm(), "DatasetReset", "small-base-1-r1-reset"),
            b -> b.reset = none,
            new NextStep.LoseRun(
                FIRST,
                Experiments.firstRun(FIRST),
                Reason.DATASET_FAILED,
                "the reset of the dataset: " + JobObservation.deleted("small-base-1-r1-reset"))),
        row(
            "the load's Job is gone before it was recorded: the run is one of the invalid ones",
            created(warm(), "Load", "small-base-1-r1-load"),
            b -> {},
            new NextStep.RecordRun(FIRST, Experiments.firstRun(FIRST))),
        row(
            "a warm-up that ended well is not repeated when its Job is cleaned up",
            begun().waitingFor(new Waiting("CpuLimit", JUST_NOW.toString(), null)),
            b -> b.warmUp = none,
            new NextStep.MarkReady(FIRST, List.of())));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("table")
  void next(String name, ScalabilityTrialStatus trial, ObservedTestbed testbed, NextStep expected) {
    Observed observed = observed(PLAN, Map.of(FIRST.name(), trial), testbed);

    assertThat(Decision.decide(PLAN, observed, NOW)).isEqualTo(expected);
  }
}
