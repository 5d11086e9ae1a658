package dev.scalelab.operator.loadrun;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.platform.Timing;
import dev.scalelab.operator.platform.WatchedKinds;
import dev.scalelab.operator.platform.WatchedObjects;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Parts;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatusBuilder;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A trial's Jobs against a real API server, without a controller that creates their pods. */
class LoadRunsOnApiServerTest {
  @RegisterExtension static final ApiServer api = new ApiServer();

  private static LoadRuns runs;

  @BeforeAll
  static void start() {
    runs = Parts.loadRuns(api.client());
  }

  @Test
  void aRunIsStartedOnce() {
    ScalabilityExperiment e = Experiments.applied(api, "once");
    Configuration configuration = Experiments.two(e);
    assertThat(runs.observe(e, "once-base-2-r1-load")).isEqualTo(JobObservation.absent());
    runs.startRun(e, configuration, Experiments.firstRun(configuration));
    String uid = job("once-base-2-r1-load").getMetadata().getUid();
    runs.startRun(e, configuration, Experiments.firstRun(configuration));
    assertThat(job("once-base-2-r1-load").getMetadata().getUid()).isEqualTo(uid);
    assertThat(runs.observe(e, "once-base-2-r1-load").state())
        .isEqualTo(JobObservation.State.ACTIVE);
  }

  @Test
  void everyJobOfATrialIsTaken() {
    ScalabilityExperiment e = Experiments.applied(api, "all");
    Configuration configuration = Experiments.two(e);
    runs.startPrepare(e, configuration);
    runs.startWarmUp(e, configuration, 1);
    runs.startReset(e, configuration, 1);
    runs.startRun(e, configuration, Experiments.firstRun(configuration));
    runs.startAudit(e, configuration, 1);
    assertThat(job("all-base-prepare")).isNotNull();
    assertThat(job("all-base-2-warmup")).isNotNull();
    assertThat(job("all-base-2-r1-reset")).isNotNull();
    assertThat(job("all-base-2-r1-audit")).isNotNull();
  }

  @Test
  void aJobOfAnEarlierExperimentOfTheSameNameIsNotTakenForOurs() {
    ScalabilityExperiment earlier = Experiments.applied(api, "again");
    runs.startRun(
        earlier, Experiments.two(earlier), Experiments.firstRun(Experiments.two(earlier)));
    api.client().resource(earlier).delete();
    ScalabilityExperiment e = Experiments.applied(api, "again");
    assertThatThrownBy(
            () -> runs.startRun(e, Experiments.two(e), Experiments.firstRun(Experiments.two(e))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(
            "Job again-base-2-r1-load exists and was not made for this experiment");
    JobObservation seen = runs.observe(e, "again-base-2-r1-load");
    assertThat(seen.state()).isEqualTo(JobObservation.State.NOT_OURS);
    assertThat(seen.detail()).contains("was not made for this experiment");
    runs.stop(e, "again-base-2-r1-load");
    assertThat(job("again-base-2-r1-load").getMetadata().getDeletionTimestamp())
        .as("it is not ours to end")
        .isNull();
  }

  @Test
  void aJobWhosePodIsRejectedReportsWhy() {
    ScalabilityExperiment e = Experiments.applied(api, "refused");
    runs.startRun(e, Experiments.two(e), Experiments.firstRun(Experiments.two(e)));
    Job job = job("refused-base-2-r1-load");
    api.client()
        .resource(
            new EventBuilder()
                .withNewMetadata()
                .withName("refused")
                .withNamespace(api.namespace())
                .endMetadata()
                .withNewInvolvedObject()
                .withKind("Job")
                .withNamespace(api.namespace())
                .withName(job.getMetadata().getName())
                .withUid(job.getMetadata().getUid())
                .endInvolvedObject()
                .withType("Warning")
                .withReason("FailedCreate")
                .withMessage("exceeded quota: team")
                .withLastTimestamp(Instant.parse("2026-01-01T00:00:00Z").toString())
                .build())
        .create();
    assertThat(runs.observe(e, job.getMetadata().getName()).detail())
        .isEqualTo("its pod does not exist yet: FailedCreate: exceeded quota: team");
  }

  @Test
  void thereIsNothingToReadBeforeThePodRunsNorFromANodeThatDoesNotAnswer() {
    ScalabilityExperiment e = Experiments.applied(api, "silent");
    runs.startRun(e, Experiments.two(e), Experiments.firstRun(Experiments.two(e)));
    Job job = job("silent-base-2-r1-load");
    assertThat(runs.output(api.namespace(), job.getMetadata().getName()).records()).isEmpty();
    Pod pod =
        api.client()
            .resource(
                new PodBuilder()
                    .withNewMetadata()
                    .withName("silent")
                    .withNamespace(api.namespace())
                    .addToLabels("batch.kubernetes.io/job-name", job.getMetadata().getName())
                    .addToLabels("batch.kubernetes.io/controller-uid", job.getMetadata().getUid())
                    .endMetadata()
                    .withNewSpecLike(job.getSpec().getTemplate().getSpec())
                    .withNodeName("gone")
                    .endSpec()
                    .build())
            .create();
    assertThat(runs.output(api.namespace(), job.getMetadata().getName()).records()).isEmpty();
    api.client()
        .resource(new PodBuilder(pod).editOrNewStatus().withPhase("Running").endStatus().build())
        .updateStatus();
    assertThat(runs.output(api.namespace(), job.getMetadata().getName()).records()).isEmpty();
    JobObservation seen = runs.observe(e, job.getMetadata().getName());
    assertThat(seen.cause()).isEqualTo(JobObservation.Cause.POD_LOST);
    assertThat(seen.detail()).isEqualTo("pod silent is lost: its node gone does not answer");
    assertThat(seen.pods())
        .extracting(one -> one.getMetadata().getName())
        .containsExactly("silent");
  }

  @Test
  void podsOfAnEarlierJobOfTheSameNameAreNotItsOwn() {
    ScalabilityExperiment e = Experiments.applied(api, "repeated");
    runs.startRun(e, Experiments.two(e), Experiments.firstRun(Experiments.two(e)));
    Job job = job("repeated-base-2-r1-load");
    pod("repeated", job, "earlier");

    assertThat(runs.observe(e, job.getMetadata().getName()).pods()).isEmpty();
  }

  @Test
  void generatorsThatShareARunGetTheirServiceOnce() {
    ScalabilityExperiment e =
        Experiments.applied(
            api, "shared", Experiments.shared(Experiments.small(api.namespace()), 2));
    runs.startWarmUp(e, Experiments.two(e), 1);
    runs.startRun(e, Experiments.two(e), Experiments.firstRun(Experiments.two(e)));
    runs.startRun(e, Experiments.two(e), Experiments.firstRun(Experiments.two(e)));

    Job job = job("shared-base-2-r1-load");
    assertThat(job.getSpec().getCompletionMode()).isEqualTo("Indexed");
    assertThat(job.getSpec().getParallelism()).isEqualTo(2);
    assertThat(service("shared-base-2-load")).isNotNull();
    ScalabilityExperiment alone = Experiments.applied(api, "alone");
    runs.startRun(alone, Experiments.two(alone), Experiments.firstRun(Experiments.two(alone)));
    assertThat(service("alone-base-2-load")).isNull();
  }

  @Test
  void aStoppedJobIsGone() {
    ScalabilityExperiment e = Experiments.applied(api, "deleted");
    runs.startWarmUp(e, Experiments.two(e), 1);
    runs.stop(e, "deleted-base-2-warmup");
    runs.stop(e, "deleted-base-2-warmup");
    assertThat(runs.observe(e, "deleted-base-2-warmup")).isEqualTo(JobObservation.absent());
  }

  @Test
  void allLoadOfAnExperimentIsStoppedAndNothingElse() {
    ScalabilityExperiment e = Experiments.applied(api, "whole");
    ScalabilityExperiment other = Experiments.applied(api, "beside");
    runs.startPrepare(e, Experiments.two(e));
    runs.startWarmUp(e, Experiments.two(e), 1);
    runs.startRun(e, Experiments.two(e), Experiments.firstRun(Experiments.two(e)));
    runs.startWarmUp(other, Experiments.two(other), 1);

    runs.stopAll(e);

    assertThat(job("whole-base-2-warmup")).isNull();
    assertThat(job("whole-base-2-r1-load")).isNull();
    assertThat(job("whole-base-prepare")).isNotNull();
    assertThat(job("beside-base-2-warmup")).isNotNull();
  }

  @Test
  void aJobThatHasFailedIsKeptWithItsLogWhenItIsStopped() {
    ScalabilityExperiment e = Experiments.applied(api, "kept");
    runs.startWarmUp(e, Experiments.two(e), 1);
    Job job = job("kept-base-2-warmup");
    fail(job);

    runs.stop(e, "kept-base-2-warmup");

    assertThat(job("kept-base-2-warmup")).isNotNull();
  }

  @Test
  void aJobThatHasFailedIsRemovedToBeRepeatedAndACompleteOneIsNot() {
    ScalabilityExperiment e = Experiments.applied(api, "undone");
    runs.startPrepare(e, Experiments.two(e));
    runs.startWarmUp(e, Experiments.two(e), 1);
    runs.startReset(e, Experiments.two(e), 1);
    fail(job("undone-base-prepare"));
    complete(job("undone-base-2-warmup"));

    runs.removeUnfinished(e, "undone-base-prepare");
    runs.removeUnfinished(e, "undone-base-2-warmup");
    runs.removeUnfinished(e, "undone-base-2-r1-reset");

    assertThat(job("undone-base-prepare")).as("failed").isNull();
    assertThat(job("undone-base-2-warmup")).as("complete").isNotNull();
    assertThat(job("undone-base-2-r1-reset")).as("without an end").isNull();
  }

  @Test
  void whyARepeatedJobHasFailedIsNotReadFromThePodsOfAnEarlierOne() {
    ScalabilityExperiment e = Experiments.applied(api, "second");
    WatchedObjects objects = new WatchedObjects(api.client(), Timing.ofMachine());
    objects.start(List.of(api.namespace()), (namespace, experiment) -> {});
    LoadRuns watching = Parts.loadRuns(api.client(), Clock.systemUTC(), objects);
    watching.startPrepare(e, Experiments.two(e));
    Job job = job("second-base-prepare");
    Pod earlier = pod("second", job, "earlier");
    earlier
        .getStatus()
        .setContainerStatuses(
            List.of(
                new ContainerStatusBuilder()
                    .withName(DatasetJobs.CONTAINER)
                    .withNewState()
                    .withNewTerminated()
                    .withExitCode(1)
                    .endTerminated()
                    .endState()
                    .build()));
    api.client().resource(earlier).updateStatus();
    fail(job);

    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .until(
            () ->
                objects.follows(WatchedKinds.JOBS, api.namespace())
                    && watching.observe(e, "second-base-prepare").state()
                        == JobObservation.State.FAILED);
    assertThat(watching.observe(e, "second-base-prepare").detail())
        .isEqualTo("its pod was deleted before its end");
    objects.stop();
  }

  /** A pod of a Job of that name, with this uid. */
  private static Pod pod(String name, Job job, String uid) {
    return api.client()
        .resource(
            new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(api.namespace())
                .addToLabels("batch.kubernetes.io/job-name", job.getMetadata().getName())
                .addToLabels("batch.kubernetes.io/controller-uid", uid)
                .endMetadata()
                .withSpec(job.getSpec().getTemplate().getSpec())
                .build())
        .create();
  }

  private static void fail(Job job) {
    ended(job, "FailureTarget", "Failed", new JobStatusBuilder());
  }

  private static void complete(Job job) {
    ended(
        job,
        "SuccessCriteriaMet",
        "Complete",
        new JobStatusBuilder().withSucceeded(1).withCompletionTime(now()));
  }

  private static void ended(Job job, String first, String then, JobStatusBuilder status) {
    job.setStatus(
        status
            .withStartTime(job.getMetadata().getCreationTimestamp())
            .addNewCondition()
            .withType(first)
            .withStatus("True")
            .withLastTransitionTime(now())
            .endCondition()
            .addNewCondition()
            .withType(then)
            .withStatus("True")
            .withLastTransitionTime(now())
            .endCondition()
            .build());
    api.client().resource(job).updateStatus();
  }

  private static String now() {
    return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private static Service service(String name) {
    return api.client().services().inNamespace(api.namespace()).withName(name).get();
  }

  private static Job job(String name) {
    return api.client().batch().v1().jobs().inNamespace(api.namespace()).withName(name).get();
  }
}
