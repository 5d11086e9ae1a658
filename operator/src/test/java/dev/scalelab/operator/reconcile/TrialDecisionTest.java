package dev.scalelab.operator.reconcile;

import static dev.scalelab.operator.reconcile.Given.JUST_NOW;
import static dev.scalelab.operator.reconcile.Given.LONG_AGO;
import static dev.scalelab.operator.reconcile.Given.NOW;
import static dev.scalelab.operator.reconcile.Given.active;
import static dev.scalelab.operator.reconcile.Given.begun;
import static dev.scalelab.operator.reconcile.Given.failed;
import static dev.scalelab.operator.reconcile.Given.notOurs;
import static dev.scalelab.operator.reconcile.Given.overdue;
import static dev.scalelab.operator.reconcile.Given.run;
import static dev.scalelab.operator.reconcile.Given.waiting;
import static dev.scalelab.operator.reconcile.Given.warm;
import static dev.scalelab.operator.reconcile.Given.warmSince;
import static dev.scalelab.operator.reconcile.Rows.observed;
import static dev.scalelab.operator.reconcile.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.Waiting;
import dev.scalelab.operator.loadrun.JobObservation;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.reconcile.Rows.Bed;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.testbed.Readiness;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of a trial: the state of its testbed and its runs, and the next step. */
class TrialDecisionTest {
  private static final Plan PLAN = Planner.plan("small", Given.spec());
  private static final Configuration FIRST = PLAN.configurations().get(0);

  static Stream<Arguments> trialTable() {
    JobObservation none = JobObservation.absent();
    return Stream.of(
        row(
            "no database",
            begun(),
            b -> b.database = Readiness.absent(),
            Rows.deploy(FIRST, "Database")),
        row(
            "database starts",
            begun(),
            b -> b.database = waiting(Reason.DATABASE_NOT_READY),
            Rows.await(FIRST, "Database", "ImagePullBackOff")),
        row(
            "database never ready",
            overdue(begun(), "Database"),
            b -> b.database = waiting(Reason.DATABASE_NOT_READY),
            new NextStep.FailTrial(
                FIRST,
                Reason.DATABASE_NOT_READY,
                "the database not ready after 600 s: ImagePullBackOff")),
        row("no dataset", begun(), b -> b.prepare = none, Rows.deploy(FIRST, "Dataset")),
        row(
            "dataset in the making",
            begun(),
            b -> b.prepare = active(JUST_NOW),
            Rows.await(FIRST, "Dataset", "Unschedulable")),
        row(
            "dataset never made",
            overdue(begun(), "Dataset"),
            b -> b.prepare = active(LONG_AGO),
            new NextStep.FailTrial(
                FIRST, Reason.DATASET_FAILED, "the dataset not ready after 300 s: Unschedulable")),
        row(
            "dataset failed",
            begun(),
            b -> b.prepare = failed(JobObservation.Cause.EXIT_CODE),
            new NextStep.FailTrial(
                FIRST, Reason.DATASET_FAILED, "the dataset failed: its message")),
        row(
            "no servers",
            begun(),
            b -> b.servers = Readiness.absent(),
            Rows.deploy(FIRST, "Servers")),
        row(
            "servers start",
            begun(),
            b -> b.servers = waiting(Reason.SERVERS_NOT_READY),
            Rows.await(FIRST, "Servers", "ImagePullBackOff")),
        row(
            "image of the servers does not exist",
            overdue(begun(), "Servers"),
            b -> b.servers = waiting(Reason.SERVERS_NOT_READY),
            new NextStep.FailTrial(
                FIRST,
                Reason.SERVERS_NOT_READY,
                "the servers not ready after 600 s: ImagePullBackOff")),
        row(
            "cluster never formed",
            overdue(begun(), "Cluster"),
            b -> b.members = waiting(Reason.CLUSTER_NOT_FORMED),
            new NextStep.FailTrial(
                FIRST,
                Reason.CLUSTER_NOT_FORMED,
                "the servers' cluster not formed after 600 s: ImagePullBackOff")),
        row("cold servers", begun(), b -> b.warmUp = none, Rows.deploy(FIRST, "WarmUp")),
        row(
            "warming up",
            begun(),
            b -> b.warmUp = active(JUST_NOW),
            Rows.await(FIRST, "WarmUp", "Unschedulable")),
        row(
            "warm-up out of memory",
            begun(),
            b -> b.warmUp = failed(JobObservation.Cause.OUT_OF_MEMORY),
            new NextStep.FailTrial(
                FIRST, Reason.LOAD_OUT_OF_MEMORY, "the warm-up failed: its message")),
        row(
            "more CPU than the limit",
            begun(),
            b -> b.cpuLimit = Readiness.incomplete("ImagePullBackOff"),
            Rows.deploy(FIRST, "CpuLimit", "ImagePullBackOff")),
        row(
            "limit never in force",
            overdue(begun(), "CpuLimit"),
            b -> b.cpuLimit = Readiness.incomplete("ImagePullBackOff"),
            new NextStep.FailTrial(
                FIRST,
                Reason.RESIZE_FAILED,
                "the CPU limit not in force after 600 s: ImagePullBackOff")),
        row("warm, limit in force", begun(), b -> {}, new NextStep.MarkReady(FIRST, List.of())),
        row(
            "an image was replaced",
            begun(),
            b -> b.fault = "app:1 is another one",
            new NextStep.FailTrial(FIRST, Reason.IMAGE_CHANGED, "app:1 is another one")),
        row("ready for the run", warm(), b -> b.reset = none, Rows.deploy(FIRST, "DatasetReset")),
        row(
            "dataset reset",
            warm(),
            b -> {},
            new NextStep.StartLoad(FIRST, Experiments.firstRun(FIRST))),
        row(
            "killed between load and status",
            warm(),
            b -> b.load = active(JUST_NOW),
            new NextStep.RecordRun(FIRST, Experiments.firstRun(FIRST))),
        row(
            "an earlier experiment's load is on its way out",
            warm(),
            b -> b.load = notOurs(JUST_NOW),
            Rows.await(FIRST, "Load", "somebody's Job")),
        row(
            "somebody else's load stays",
            overdue(warm(), "Load"),
            b -> b.load = notOurs(LONG_AGO),
            new NextStep.FailTrial(
                FIRST, Reason.NAME_TAKEN, "the load not ready after 300 s: somebody's Job")),
        row(
            "somebody else's reset",
            warm(),
            b -> b.reset = notOurs(JUST_NOW),
            Rows.await(FIRST, "DatasetReset", "somebody's Job")),
        row(
            "a server restarted before the run",
            warm(),
            b -> b.servers = waiting(Reason.SERVERS_NOT_READY),
            Rows.await(FIRST, "Servers", "ImagePullBackOff")),
        row(
            "a restarted server has its start-up CPU again",
            warm(),
            b -> b.cpuLimit = Readiness.incomplete("ImagePullBackOff"),
            Rows.deploy(FIRST, "CpuLimit", "ImagePullBackOff")),
        row(
            "after an invalid run the servers' timeout restarts",
            warm(run(1, RunPhase.INVALID)),
            b -> b.servers = waiting(Reason.SERVERS_NOT_READY),
            Rows.await(FIRST, "Servers", "ImagePullBackOff")),
        row(
            "servers of an invalid run are gone",
            warmSince(LONG_AGO, run(1, RunPhase.INVALID)),
            b -> {},
            new NextStep.RecreateServers(FIRST)),
        row(
            "servers fail under the warm-up: its Job decides",
            begun().waitingFor(new Waiting("WarmUp", JUST_NOW.toString(), null)),
            b -> {
              b.warmUp = active(JUST_NOW);
              b.servers = waiting(Reason.SERVERS_NOT_READY);
            },
            Rows.await(FIRST, "WarmUp", "Unschedulable")),
        row(
            "a database that was ready has its whole patience when it is not",
            warm(),
            b -> b.database = waiting(Reason.DATABASE_NOT_READY),
            Rows.await(FIRST, "Database", "ImagePullBackOff")),
        row(
            "the CPU limit is never requested, as the comparison never fits",
            overdue(begun(), "CpuLimit"),
            b -> b.cpuLimit = Readiness.incomplete("ImagePullBackOff"),
            new NextStep.FailTrial(
                FIRST,
                Reason.RESIZE_FAILED,
                "the CPU limit not in force after 600 s: ImagePullBackOff")),
        row(
            "servers that come and go have no patience again",
            overdue(begun(), "Balancer"),
            b -> b.servers = waiting(Reason.SERVERS_NOT_READY),
            new NextStep.FailTrial(
                FIRST,
                Reason.SERVERS_NOT_READY,
                "the servers not ready after 600 s: ImagePullBackOff")),
        row(
            "no balancer",
            begun(),
            b -> b.balancer = Readiness.absent(),
            Rows.deploy(FIRST, "Balancer")),
        row(
            "balancer never ready",
            overdue(begun(), "Balancer"),
            b -> b.balancer = waiting(Reason.BALANCER_NOT_READY),
            new NextStep.FailTrial(
                FIRST,
                Reason.BALANCER_NOT_READY,
                "the balancer not ready after 600 s: ImagePullBackOff")),
        row(
            "the cluster is observed before the balancer, which needs it",
            overdue(begun(), "Cluster"),
            b -> {
              b.members = waiting(Reason.CLUSTER_NOT_FORMED);
              b.balancer = waiting(Reason.BALANCER_NOT_READY);
            },
            new NextStep.FailTrial(
                FIRST,
                Reason.CLUSTER_NOT_FORMED,
                "the servers' cluster not formed after 600 s: ImagePullBackOff")),
        row(
            "an invalid run is repeated",
            warm(run(1, RunPhase.INVALID)),
            b -> b.reset = none,
            Rows.deploy(FIRST, "DatasetReset")),
        row(
            "too many invalid runs",
            warm(run(1, RunPhase.INVALID), run(2, RunPhase.INVALID)),
            b -> {},
            new NextStep.FailTrial(
                FIRST,
                Reason.BACKOFF_LIMIT_EXCEEDED,
                "2 invalid runs, maxInvalidRuns is 1; the last: ServerRestarted: seen")),
        row(
            "every run made",
            warm(run(1, RunPhase.INVALID), run(2, RunPhase.VALID)),
            b -> {},
            new NextStep.FinishTrial(FIRST)),
        row(
            "samples are gone",
            warm(run(1, RunPhase.VALID)),
            b -> b.fault = "the histograms of step 1 are missing",
            new NextStep.FailTrial(
                FIRST, Reason.SAMPLES_MISSING, "the histograms of step 1 are missing")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("trialTable")
  void decidesForTheFirstTrial(
      String name, ScalabilityTrialStatus trial, ObservedTestbed testbed, NextStep expected) {
    Observed observed = observed(PLAN, Map.of(FIRST.name(), trial), testbed);

    assertThat(Decision.decide(PLAN, observed, NOW)).isEqualTo(expected);
  }

  @Test
  void skipsTheWarmUpWhenItIsDisabled() {
    Plan cold = Given.plan("small", "load: {warmUp: {maxSeconds: 0}}");
    Bed bed = new Bed();
    bed.warmUp = JobObservation.absent();
    Observed observed =
        observed(
            cold, Map.of(FIRST.name(), begun()), bed.build(cold.configurations().get(0), begun()));

    assertThat(Decision.decide(cold, observed, NOW))
        .isEqualTo(new NextStep.MarkReady(cold.configurations().get(0), List.of()));
  }
}
