package dev.scalelab.operator.loadrun;

import static dev.scalelab.operator.platform.WatchedKinds.JOBS;
import static dev.scalelab.operator.platform.WatchedKinds.PODS;

import dev.scalelab.operator.api.RunPlan;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.loadrun.JobObservation.State;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.platform.Applier;
import dev.scalelab.operator.platform.EndedContainers;
import dev.scalelab.operator.platform.Images;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.LostNodes;
import dev.scalelab.operator.platform.NotOwnedException;
import dev.scalelab.operator.platform.TestbedSettings;
import dev.scalelab.operator.platform.Tier;
import dev.scalelab.operator.platform.WarningReader;
import dev.scalelab.operator.platform.WatchedObjects;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The Jobs of a trial: starts them, observes them and reads their output. Every method returns at
 * once. A Job is started at most once: starting it again has no effect; an IllegalStateException
 * means that a Job of the same name was not created for the experiment.
 */
@ApplicationScoped
public class LoadRuns {
  /** Label by which Kubernetes assigns pods to their Job. */
  static final String JOB_NAME = "batch.kubernetes.io/job-name";

  private static final String JOB_UID = "batch.kubernetes.io/controller-uid";

  /** States after which the Job is not looked at again: they are not believed of a watch. */
  private static final Set<State> CONFIRMED = Set.of(State.FAILED, State.NOT_OURS);

  private final KubernetesClient client;
  private final Applier applier;
  private final WarningReader events;
  private final DatasetJobs datasets;
  private final LoadJobs loads;
  private final PodLogs logs;
  private final OutputMemory memory = new OutputMemory();
  private final Clock clock;
  private final EndedContainers ended;
  private final LostNodes lostNodes;
  private final WatchedObjects objects;

  public LoadRuns(
      KubernetesClient client,
      Applier applier,
      WarningReader events,
      Images images,
      TestbedSettings settings,
      Clock clock,
      WatchedObjects objects) {
    this.client = client;
    this.objects = objects;
    this.applier = applier;
    this.events = events;
    this.datasets = new DatasetJobs(images, settings);
    this.loads = new LoadJobs(images);
    this.logs = new PodLogs(client);
    this.clock = clock;
    this.ended = new EndedContainers(client);
    this.lostNodes = new LostNodes(client);
  }

  /** The Job that warms up a trial's servers. */
  Job warmUp(ScalabilityExperiment e, Configuration configuration) {
    return loads.warmUp(e, configuration, 1);
  }

  /** The Job that creates the dataset. */
  Job prepare(ScalabilityExperiment e, Configuration configuration) {
    return datasets.prepare(e, configuration);
  }

  /** The spec of a Job's pods as it was requested; empty if the Job is gone. */
  Optional<PodSpec> template(ScalabilityExperiment e, String jobName) {
    String namespace = e.getMetadata().getNamespace();
    return Optional.ofNullable(
            client.batch().v1().jobs().inNamespace(namespace).withName(jobName).get())
        .map(job -> job.getSpec().getTemplate().getSpec());
  }

  /** Creates the dataset of a variant's databases, and the first working databases. */
  public void startPrepare(ScalabilityExperiment e, Configuration configuration) {
    applier.create(e, datasets.prepare(e, configuration));
  }

  /** Resets the working databases to their initial content. */
  public void startReset(ScalabilityExperiment e, Configuration configuration, int run) {
    applier.create(e, datasets.reset(e, configuration, run));
  }

  /** Number of generators that warm up a trial's servers. */
  public int warmUpGenerators(Configuration configuration) {
    return loads.warmUpGenerators(configuration);
  }

  /**
   * Sends load to fresh servers, for load.warmUp.maxSeconds at most; nothing of it is measured.
   *
   * @param factor by which the number of transactions is multiplied
   */
  public void startWarmUp(ScalabilityExperiment e, Configuration configuration, int factor) {
    startService(e, configuration);
    applier.create(e, loads.warmUp(e, configuration, factor));
  }

  /** Sends the load that is measured. */
  public void startRun(ScalabilityExperiment e, Configuration configuration, RunPlan run) {
    startService(e, configuration);
    applier.create(e, loads.run(e, configuration, run));
  }

  /** A single generator does not need the service. */
  private void startService(ScalabilityExperiment e, Configuration configuration) {
    if (configuration.load().generators().count() > 1) {
      applier.create(e, loads.service(e, configuration));
    }
  }

  /** Counts the rows that a run left in the working databases. */
  public void startAudit(ScalabilityExperiment e, Configuration configuration, int run) {
    applier.create(e, datasets.audit(e, configuration, run));
  }

  /** State of a Job, with its pod's message about what keeps it from starting or made it fail. */
  public JobObservation observe(ScalabilityExperiment e, String jobName) {
    String namespace = e.getMetadata().getNamespace();
    JobObservation seen =
        observation(e, objects.get(JOBS, namespace, jobName), job -> seenPods(namespace, job));
    // The end of a Job may be seen before that of its pod, which has the reason; and a Job of an
    // earlier experiment before it is gone.
    return CONFIRMED.contains(seen.state()) && objects.follows(JOBS, namespace)
        ? observation(
            e,
            objects.stored(JOBS, namespace, jobName),
            job -> objects.stored(PODS, namespace, labelsOfPods(job)))
        : seen;
  }

  private JobObservation observation(
      ScalabilityExperiment e, Job job, Function<Job, List<Pod>> itsPods) {
    if (job != null && !job.hasOwnerReferenceFor(e)) {
      // An earlier experiment's Job of the same name is being deleted; any other blocks the name.
      Instant since = Instant.parse(job.getMetadata().getCreationTimestamp());
      return new JobObservation(State.NOT_OURS, since, null, NotOwnedException.message(job));
    }
    if (job == null || JobReader.completed(job)) { // its pods add no information
      return new JobReader(job, List.of(), lostNodes, events::latestWarning).observe();
    }
    List<Pod> pods = itsPods.apply(job);
    return new JobReader(job, ended.withLogTail(pods), lostNodes, events::latestWarning)
        .observe()
        .withPods(pods);
  }

  /** The output of a Job whose pods were not listed, from its first step. */
  public JobOutput output(String namespace, String jobName) {
    return output(pods(namespace, jobName), 0, true);
  }

  /**
   * The records that a Job's pods have printed so far, those in parts of a log that was rotated
   * away since an earlier call included; and whether one printed more than is read.
   *
   * @param knownSteps number of the last step that is already recorded; it is not read again
   * @param whole whether to read logs from their beginning, instead of what is new in them
   */
  public JobOutput output(List<Pod> pods, int knownSteps, boolean whole) {
    return new JobLogs(logs, memory, clock, JobLogs.MAX_READING).read(pods, knownSteps, whole);
  }

  /**
   * Deletes a Job of the experiment that is still running, with its pod; one that has ended keeps
   * its pod and log.
   */
  public void stop(ScalabilityExperiment e, String jobName) {
    String namespace = e.getMetadata().getNamespace();
    stop(e, client.batch().v1().jobs().inNamespace(namespace).withName(jobName).get());
  }

  /** Deletes all Jobs of load of the experiment that are still running, of whatever trial. */
  public void stopAll(ScalabilityExperiment e) {
    client
        .batch()
        .v1()
        .jobs()
        .inNamespace(e.getMetadata().getNamespace())
        .withLabel(Labels.EXPERIMENT, e.getMetadata().getName())
        .withLabel(Labels.TIER, Tier.LOAD.label())
        .list()
        .getItems()
        .forEach(job -> stop(e, job));
  }

  private void stop(ScalabilityExperiment e, Job job) {
    delete(e, job, one -> !JobReader.ended(one));
  }

  /**
   * Deletes a Job of the experiment that has failed or is still running, so that it is repeated.
   */
  public void removeUnfinished(ScalabilityExperiment e, String jobName) {
    String namespace = e.getMetadata().getNamespace();
    delete(e, objects.stored(JOBS, namespace, jobName), one -> !JobReader.completed(one));
  }

  private void delete(ScalabilityExperiment e, Job job, Predicate<Job> which) {
    if (job != null && job.hasOwnerReferenceFor(e) && which.test(job)) {
      client.resource(job).withPropagationPolicy(DeletionPropagation.BACKGROUND).delete();
    }
  }

  /** A Job's pods, from the API server. */
  public List<Pod> pods(String namespace, String jobName) {
    return objects.stored(PODS, namespace, Map.of(JOB_NAME, jobName));
  }

  private List<Pod> seenPods(String namespace, Job job) {
    return objects.list(PODS, namespace, labelsOfPods(job));
  }

  /** Pods of an earlier Job of the same name may still be there. */
  private static Map<String, String> labelsOfPods(Job job) {
    return Map.of(JOB_NAME, job.getMetadata().getName(), JOB_UID, job.getMetadata().getUid());
  }
}
