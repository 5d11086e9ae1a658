package dev.scalelab.operator.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.Headline;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.PodPlacement;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentStatus;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.Verdict;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.reconcile.Given;
import dev.scalelab.operator.support.Experiments;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StatusReportTest {
  private static final Plan PLAN = Planner.plan("small", Given.spec());

  @Test
  void whileRunningItReportsItsActivityAndItsResults() {
    ScalabilityExperimentStatus status =
        report(Map.of("small-base-1", Given.succeeded(60)))
            .running("Waiting for the servers", List.of());

    assertThat(status.phase()).isEqualTo(Phase.RUNNING);
    assertThat(status.progress().trials()).isEqualTo("1/2");
    assertThat(status.progress().currentTrial()).isEqualTo("small-base-2");
    assertThat(status.message()).isEqualTo("Waiting for the servers");
    assertThat(status.headline().pods()).isEqualTo(2);
    assertThat(status.verdict()).isNull();
    assertThat(condition(status, "Finished").getStatus()).isEqualTo("False");
  }

  /** Like kubectl delete scaltrial small-base-1 while the second is measured. */
  @Test
  void whenATrialIsDeletedTheOneThatIsMeasuredIsDescribed() {
    ScalabilityExperimentStatus status =
        report(Map.of("small-base-2", Given.warm())).running("Measuring", List.of());

    assertThat(status.progress().currentTrial()).isEqualTo("small-base-2");
    assertThat(status.headline().pods()).isEqualTo(2);
    assertThat(condition(status, "TestbedReady").getStatus()).isEqualTo("True");
    assertThat(condition(status, "TestbedReady").getMessage()).isEqualTo("small-base-2");
  }

  @Test
  void whatOthersAddedToPodsIsInACondition() {
    PodPlacement first =
        new PodPlacement("application", null, "app-0", "n", "i", "i", List.of("container proxy"));
    PodPlacement second =
        new PodPlacement("application", null, "app-1", "n", "i", "i", List.of("container proxy"));
    PodPlacement asRequested = new PodPlacement("balancer", null, "lb", "n", "i", "i");

    ScalabilityExperimentStatus status =
        report(Map.of("small-base-2", Given.warm().placed(List.of(first, second, asRequested))))
            .running("Measuring", List.of());

    assertThat(condition(status, "PodsChanged").getStatus()).isEqualTo("True");
    assertThat(condition(status, "PodsChanged").getMessage())
        .isEqualTo(
            "not requested by the experiment: application pods have container proxy (app-0)");
    assertThat(report(Map.of("small-base-2", Given.warm())).running("", List.of()).conditions())
        .extracting(Condition::getType)
        .doesNotContain("PodsChanged");
  }

  @Test
  void atTheEndItHasTheCurveAndAVerdict() {
    ScalabilityExperimentStatus status =
        report(Map.of("small-base-1", Given.succeeded(60), "small-base-2", Given.succeeded(114)))
            .finished();

    assertThat(status.phase()).isEqualTo(Phase.SUCCEEDED);
    assertThat(status.verdict()).isEqualTo(Verdict.PASSED);
    assertThat(status.configurations())
        .extracting(ConfigurationResult::speedup)
        .containsExactly(1.0, 1.9);
    assertThat(status.headline().p95()).isEqualTo("41ms");
    assertThat(status.headline().requestsPerSecond()).isEqualTo(342);
    assertThat(status.headline().bbopsPerMinute()).as("order entry alone").isNull();
    assertThat(status.completionTime()).isEqualTo(Given.NOW.toString());
    assertThat(condition(status, "Finished").getStatus()).isEqualTo("True");
  }

  @Test
  void theHeadlineOfTheWholeOfEcperfHasItsOwnFigure() {
    ScalabilityExperiment ecperf = experiment();
    ecperf.setSpec(Experiments.ecperf("lab").getSpec());
    Map<String, ScalabilityTrialStatus> trials =
        Map.of("small-base-1", Given.succeeded(60), "small-base-2", Given.succeeded(114));

    Plan plan = Planner.plan("small", ecperf.getSpec());

    assertThat(
            new StatusReport(ecperf, plan, trials, Given.NOW, new RecentAnswers())
                .finished()
                .headline())
        .isEqualTo(new Headline("base-2", 2, 114.0, 1.9, "41ms", 342.0, 6840.0, null));
  }

  @Test
  void theHeadlineHasWhatLimitsTheLastConfiguration() {
    ConfigurationResult row = Measured.limited(Measured.row(2, 114));

    assertThat(new Headlines(Optional.empty(), List.of(row), Map.of()).now().bottleneck())
        .isEqualTo("Database/Cpu");

    ConfigurationResult refuted = row.withBottleneck(row.bottleneck().verified(false));
    assertThat(new Headlines(Optional.empty(), List.of(refuted), Map.of()).now().bottleneck())
        .as("more of it gave no more")
        .isEqualTo("NotDetermined");
  }

  @Test
  void aConfigurationThatCouldNotBeMeasuredIsARowWithItsReason() {
    ScalabilityExperimentStatus status =
        report(
                Map.of(
                    "small-base-1",
                    Given.succeeded(60),
                    "small-base-2",
                    Given.failed(Reason.SERVERS_NOT_READY, "ImagePullBackOff")))
            .finished();

    assertThat(status.phase()).isEqualTo(Phase.SUCCEEDED);
    assertThat(status.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(status.message())
        .isEqualTo(
            "1 of 2 configurations were measured; base-2: ServersNotReady: ImagePullBackOff");
    assertThat(status.configurations())
        .as("its trial has the runs")
        .extracting(ConfigurationResult::trial)
        .containsExactly("small-base-1", "small-base-2");
    assertThat(status.configurations())
        .extracting(row -> row.reason())
        .containsExactly(null, Reason.SERVERS_NOT_READY);
    assertThat(status.headline().configuration()).as("of what was measured").isEqualTo("base-1");
    assertThat(status.headline().speedup()).as("without another number of servers").isNull();
  }

  @Test
  void anUnusedItemOfExcludeDoesNotChangeTheVerdictOfAnExperimentThatHasStarted() {
    ScalabilityExperiment experiment = experiment();
    experiment.setSpec(Experiments.with(experiment, "sweep: {exclude: [{replicas: 9}]}").getSpec());
    Plan plan = Planner.plan("small", experiment.getSpec());
    Map<String, ScalabilityTrialStatus> trials =
        Map.of("small-base-1", Given.succeeded(60), "small-base-2", Given.succeeded(114));

    assertThat(plan.startViolations()).hasSize(1);
    assertThat(
            new StatusReport(experiment, plan, trials, Given.NOW, new RecentAnswers())
                .finished()
                .verdict())
        .isEqualTo(Verdict.PASSED);
  }

  @Test
  void itFailsWhenNothingCouldBeMeasured() {
    ScalabilityExperimentStatus status =
        report(Map.of("small-base-1", Given.failed(Reason.SERVERS_NOT_READY, "ImagePullBackOff")))
            .finished();

    assertThat(status.phase()).isEqualTo(Phase.FAILED);
    assertThat(status.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(condition(status, "Finished").getReason()).isEqualTo("ServersNotReady");
    assertThat(condition(status, "Finished").getMessage())
        .isEqualTo("small-base-1: ImagePullBackOff");
    assertThat(status.configurations())
        .extracting(row -> row.name(), row -> row.trial(), row -> row.message())
        .containsExactly(
            tuple("base-1", "small-base-1", "ImagePullBackOff"),
            tuple(
                "base-2",
                null,
                "skipped: base-1 failed for a reason that more servers do not fix"));
    assertThat(status.progress().trials()).as("a skipped one needs nothing more").isEqualTo("2/2");
    assertThat(status.progress().finished()).isEqualTo(2);
  }

  @Test
  void itFailsWithATestbedThatIsKeptForItsFailure() {
    Plan plan =
        Planner.plan("small", Experiments.with(Given.spec(), "testbedPolicy: RetainOnFailure"));
    var trials =
        Map.of(
            "small-base-1",
            Given.succeeded(60),
            "small-base-2",
            Given.failed(Reason.BACKOFF_LIMIT_EXCEEDED, "overloaded"));

    assertThat(
            new StatusReport(experiment(), plan, trials, Given.NOW, new RecentAnswers())
                .finished()
                .phase())
        .isEqualTo(Phase.FAILED);
  }

  @Test
  void whatIsRejectedIsFinishedAndNamesEveryFieldAndRule() {
    ScalabilityExperimentStatus status =
        report(Map.of())
            .rejected(
                List.of(
                    new Violation("metadata.name", Reason.NAME_TOO_LONG, "too long"),
                    new Violation("spec.load", Reason.NO_MATCHING_NODE, "no node")));

    assertThat(status.phase()).isEqualTo(Phase.REJECTED);
    assertThat(condition(status, "Accepted").getStatus()).isEqualTo("False");
    assertThat(condition(status, "Finished").getStatus()).isEqualTo("True");
    assertThat(status.message()).isEqualTo("metadata.name: too long; spec.load: no node");
  }

  @Test
  void aTransitionTimeMovesOnlyWithTheConditionsStatus() {
    ScalabilityExperiment experiment = experiment();
    experiment.setStatus(report(Map.of()).running("before", List.of()));
    var later = Given.NOW.plusSeconds(60);

    ScalabilityExperimentStatus status =
        new StatusReport(experiment, PLAN, Map.of(), later, new RecentAnswers())
            .running("after", List.of());

    assertThat(condition(status, "Finished").getLastTransitionTime())
        .isEqualTo(Given.NOW.toString());
  }

  @Test
  void nodesThatWereExpectedAtTheStartStayInItsConditionUntilItsEnd() {
    ScalabilityExperiment experiment = experiment();
    var node = new Violation("spec.load.generators.pod", Reason.NODES_EXPECTED, "no such node");
    experiment.setStatus(report(Map.of()).running("starts", List.of(node)));
    String message =
        "spec and cluster allow the experiment; nodes are expected to be created on demand:"
            + " spec.load.generators.pod: no such node";

    assertThat(accepted(experiment.getStatus())).isEqualTo(message);

    StatusReport later =
        new StatusReport(experiment, PLAN, Map.of(), Given.NOW, new RecentAnswers());
    assertThat(accepted(later.running("measures", List.of()))).isEqualTo(message);
    assertThat(accepted(later.finished())).isEqualTo(message);
    assertThat(later.finished().expectedNodes())
        .isEqualTo("spec.load.generators.pod: no such node");
  }

  /** Of the message, which is for people, nothing is read. */
  @Test
  void theConditionOfAStoredExperimentIsWrittenFromItsStatus() {
    ScalabilityExperiment experiment = experiment();
    ScalabilityExperimentStatus stored = report(Map.of()).running("starts", List.of());
    experiment.setStatus(
        stored.withConditions(
            List.of(
                new ConditionBuilder(condition(stored, "Accepted"))
                    .withMessage("it may start; added later and not measured: something")
                    .build())));

    assertThat(
            accepted(
                new StatusReport(experiment, PLAN, Map.of(), Given.NOW, new RecentAnswers())
                    .running("measures", List.of())))
        .isEqualTo("spec and cluster allow the experiment");
  }

  private static String accepted(ScalabilityExperimentStatus status) {
    return condition(status, "Accepted").getMessage();
  }

  private static StatusReport report(Map<String, ScalabilityTrialStatus> trials) {
    return new StatusReport(experiment(), PLAN, trials, Given.NOW, new RecentAnswers());
  }

  private static ScalabilityExperiment experiment() {
    ScalabilityExperiment experiment = new ScalabilityExperiment();
    experiment.setMetadata(
        new ObjectMetaBuilder().withName("small").withNamespace("lab").withGeneration(1L).build());
    experiment.setSpec(Given.spec());
    return experiment;
  }

  private static Condition condition(ScalabilityExperimentStatus status, String type) {
    return status.conditions().stream()
        .filter(condition -> condition.getType().equals(type))
        .findFirst()
        .orElseThrow();
  }
}
