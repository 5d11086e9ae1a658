package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.scalelab.operator.api.InvalidStep;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.StepTarget;
import dev.scalelab.operator.api.TrialProgress;
import dev.scalelab.operator.api.Waiting;
import dev.scalelab.operator.loadrun.LoadRecord;
import dev.scalelab.operator.measurement.HistogramStore;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Objectives;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Effects of actions in a real API server; there is no Prometheus. */
class ActionsOnApiServerTest {
  @RegisterExtension static final ApiServer api = new ApiServer();

  private static TrialStore trials;
  private static Actions actions;
  private static RunCollector collector;

  @BeforeAll
  static void start() {
    trials = new TrialStore(api.client());
    Operator operator = new Operator(api.client(), "http://127.0.0.1:9");
    actions = operator.actions();
    collector = operator.collector();
  }

  @Test
  void theLoadOfATrialThatFailedIsStopped() {
    ScalabilityExperiment e = Experiments.applied(api, "stops");
    Configuration configuration = started(e, Given.run(1, RunPhase.RUNNING));
    actions.perform(e, new NextStep.StartLoad(configuration, Experiments.firstRun(configuration)));
    assertThat(job("stops-base-2-r1-load")).isTrue();

    actions.perform(e, new NextStep.FailTrial(configuration, Reason.REFUSED, "no more"));
    actions.perform(e, new NextStep.Finish());

    assertThat(job("stops-base-2-r1-load")).isFalse();
    assertThat(trials.status(e, configuration).phase()).isEqualTo(Phase.FAILED);
  }

  /**
   * Like an operator that was killed between the record and the Job, while the spec was changed.
   */
  @Test
  void aRunIsCarriedOutAndJudgedAsItWasRecorded() {
    ScalabilityExperiment e = Experiments.applied(api, "recorded");
    Configuration configuration = started(e);
    Configuration before =
        Experiments.two(
            Experiments.with(
                Experiments.small(api.namespace()),
                "load: {open: {rates: [7, 9]}, step: {seconds: 31}, seed: 5}"));
    trials.update(e, configuration, status -> status.planning(Experiments.firstRun(before)));

    actions.perform(e, new NextStep.StartLoad(configuration, Experiments.firstRun(configuration)));

    Job job =
        api.client()
            .batch()
            .v1()
            .jobs()
            .inNamespace(api.namespace())
            .withName("recorded-base-2-r1-load")
            .get();
    assertThat(job.getSpec().getTemplate().getSpec().getContainers().get(0).getEnv())
        .extracting(EnvVar::getName, EnvVar::getValue)
        .contains(tuple("RATES", "7,9"), tuple("STEP_SECONDS", "31"), tuple("SEED", "5"));
    actions.perform(e, new NextStep.RecordRun(configuration, Experiments.firstRun(configuration)));
    assertThat(only(e, configuration).plan()).isEqualTo(Experiments.firstRun(before));
    assertThat(trials.status(e, configuration).nextRun()).isNull();
    assertThat(only(e, configuration).plan().steps())
        .containsExactly(StepTarget.ofRate(7), StepTarget.ofRate(9));
  }

  @Test
  void theWarmUpOfATrialThatFailedIsStopped() {
    ScalabilityExperiment e = Experiments.applied(api, "warms");
    Configuration configuration = started(e);
    actions.perform(e, Rows.deploy(configuration, "WarmUp"));
    assertThat(job("warms-base-2-warmup")).isTrue();

    actions.perform(e, new NextStep.FailTrial(configuration, Reason.REFUSED, "no more"));
    actions.perform(e, new NextStep.Finish());

    assertThat(job("warms-base-2-warmup")).isFalse();
  }

  /** Otherwise its wait would continue while another trial is measured. */
  @Test
  void aTrialForgetsWhatItWaitsForWhenAnotherBegins() {
    ScalabilityExperiment e = Experiments.applied(api, "waits");
    Configuration configuration = started(e);
    trials.update(e, configuration, status -> Given.overdue(Given.begun(), "Database"));

    actions.perform(e, new NextStep.CreateTrial(one(e)));

    assertThat(trials.status(e, configuration).waiting()).isNull();
    assertThat(trials.status(e, one(e)).phase()).isEqualTo(Phase.RUNNING);
  }

  @Test
  void aRunIsJudgedWithTheReasonForWhichEvidenceIsMissing() {
    ScalabilityExperiment e = Experiments.applied(api, "silent");
    Configuration configuration = started(e, measured(1, "silent-histograms"));

    actions.perform(e, new NextStep.Collect(configuration, 1, false, List.of()));
    assertThat(only(e, configuration).steps().get(0).hasEvidenceOutcome())
        .as("it may be there again")
        .isFalse();
    assertThat(only(e, configuration).steps().get(0).invalid()).as("not judged yet").isNull();
    actions.perform(e, new NextStep.JudgeRun(configuration, 1));

    assertThat(only(e, configuration).phase()).isEqualTo(RunPhase.INVALID);
    assertThat(only(e, configuration).message())
        .contains("no evidence of the servers: Prometheus at http://127.0.0.1:9 cannot be queried");
    InvalidStep mark = only(e, configuration).steps().get(0).invalid();
    assertThat(mark.reason()).isEqualTo(Reason.SAMPLES_MISSING);
    assertThat(mark.message()).startsWith("step 1 has no evidence of the servers: Prometheus at");
  }

  /**
   * Otherwise the next run's wait would count from this run's audit, and its reset would seem done.
   */
  @Test
  void anOperatorThatIsKilledAsARunEndsLeavesNoWaitBehind() {
    ScalabilityExperiment e = Experiments.applied(api, "ends");
    Configuration configuration = started(e, measured(1, "ends-histograms"));
    Waiting audit = new Waiting("Audit", "2026-01-01T12:00:00Z", "ends-base-2-r1-audit");
    trials.update(e, configuration, status -> status.waitingFor(audit));
    try (PlayedEndpoints endpoints = new PlayedEndpoints();
        MortalClient mortal = new MortalClient(api.client(), endpoints).dyingAfterEachWrite()) {
      Actions killed = new Operator(mortal.client(), endpoints.prometheus()).actions();
      do {
        mortal.revive();
        Assertions.catchThrowable(() -> killed.perform(e, new NextStep.JudgeRun(configuration, 1)));

        boolean ended = only(e, configuration).phase() != RunPhase.RUNNING;
        assertThat(trials.status(e, configuration).waiting() == null).as("waits").isEqualTo(ended);
      } while (mortal.dead());
    }
    assertThat(only(e, configuration).phase()).isNotEqualTo(RunPhase.RUNNING);
  }

  @Test
  void aTrialWithAllOfItsHistogramsIsFinished() {
    ScalabilityExperiment e = Experiments.applied(api, "whole");
    store("whole-r1", 100);
    store("whole-r2", 100);

    ScalabilityTrialStatus status = finished(e, "whole-r1", "whole-r2");

    assertThat(status.phase()).isEqualTo(Phase.SUCCEEDED);
    assertThat(status.progress())
        .as("kubectl get shows its peak instead of its latest step")
        .isEqualTo(
            new TrialProgress(
                "2/2", "1/1", status.result().peakPerSecond().mean(), "10ms", "NotSaturated"));
    assertThat(status.result().bottleneck().message()).contains("base-2");
    assertThat(
            api.client().v1().events().inNamespace(api.namespace()).list().getItems().stream()
                .filter(event -> event.getInvolvedObject().getName().equals("whole"))
                .map(Event::getMessage))
        .as("also of a diagnosis that names nothing")
        .anyMatch(message -> message.endsWith(". " + status.result().bottleneck().message()));
  }

  @Test
  void aTrialWithoutTheHistogramsOfOneRunIsNotOfTheOthers() {
    ScalabilityExperiment e = Experiments.applied(api, "lost");
    store("lost-r1", 100);
    store("lost-r2", 99);

    assertThat(lost(e, "lost-r1", "lost-r2").orElseThrow())
        .startsWith("the histograms of step 1 are missing from ConfigMap lost-r2");
  }

  @Test
  void damagedHistogramsAreLost() {
    ScalabilityExperiment e = Experiments.applied(api, "damaged");
    store("damaged-r1", 100);
    api.client()
        .resource(
            new ConfigMapBuilder()
                .withNewMetadata()
                .withName("damaged-r2")
                .withNamespace(api.namespace())
                .endMetadata()
                .addToData("step-01", "newOrder nothing")
                .build())
        .create();

    assertThat(lost(e, "damaged-r1", "damaged-r2").orElseThrow()).contains("damaged-r2");
  }

  private static ScalabilityTrialStatus finished(
      ScalabilityExperiment e, String first, String second) {
    assertThat(lost(e, first, second)).isEmpty();
    Configuration configuration = started(e, runs(first, second).toArray(RunResult[]::new));
    actions.perform(e, new NextStep.FinishTrial(configuration));
    return trials.status(e, configuration);
  }

  private static Optional<String> lost(ScalabilityExperiment e, String first, String second) {
    return collector.lost(e, runs(first, second));
  }

  private static List<RunResult> runs(String first, String second) {
    String end = "2026-01-01T13:00:00Z";
    return List.of(
        measured(1, first).ended(RunPhase.VALID, null, null, end),
        measured(2, second).ended(RunPhase.VALID, null, null, end));
  }

  private static Configuration started(ScalabilityExperiment e, RunResult... runs) {
    Configuration configuration = Experiments.two(e);
    trials.create(e, configuration);
    TrialProgress latest = new TrialProgress(runs.length + "/2", "1/1", 1.0, "999ms", null);
    trials.update(e, configuration, begun -> Given.warm(runs).withRuns(List.of(runs), latest));
    return configuration;
  }

  private static Configuration one(ScalabilityExperiment e) {
    return Planner.plan(e.getMetadata().getName(), e.getSpec()).configurations().get(0);
  }

  private static RunResult only(ScalabilityExperiment e, Configuration configuration) {
    return trials.status(e, configuration).runs().get(0);
  }

  /** A run of one step with a hundred transactions, each of 10 ms. */
  private static RunResult measured(int number, String histograms) {
    return RunMerge.merge(
        Experiments.begun(number),
        List.<LoadRecord>of(RunMergeTest.step(1, 100)),
        Objectives.of(2000),
        UnaryOperator.identity(),
        histograms);
  }

  private static void store(String name, int transactions) {
    api.client()
        .resource(
            new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(api.namespace())
                .endMetadata()
                .withData(HistogramStore.with(Map.of(), RunMergeTest.step(1, transactions)))
                .build())
        .create();
  }

  private static boolean job(String name) {
    return api.client().batch().v1().jobs().inNamespace(api.namespace()).withName(name).get()
        != null;
  }
}
