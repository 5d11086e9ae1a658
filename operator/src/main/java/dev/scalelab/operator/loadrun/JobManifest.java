package dev.scalelab.operator.loadrun;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.Owner;
import dev.scalelab.operator.platform.PodShape;
import dev.scalelab.operator.platform.Restricted;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What all Jobs of an experiment have in common: one attempt, a deadline, restricted security. */
final class JobManifest {
  private static final long GRACE_SECONDS = 5;
  private static final String INDEXED = "Indexed";

  /**
   * Kubernetes ends the Job this much later than the operator aborts it, in case no operator is
   * running: Kubernetes deletes the pod, and with it the pod's own reason.
   */
  private static final long BACKSTOP_SECONDS = 60;

  private final ScalabilityExperiment experiment;
  private final Configuration configuration;
  private final String name;
  private final Map<String, String> labels;
  private final Map<String, String> annotations = new LinkedHashMap<>();
  private List<String> folders = List.of();
  private int pods = 1;
  private String service;

  JobManifest(
      ScalabilityExperiment experiment,
      Configuration configuration,
      String name,
      Map<String, String> labels) {
    this.experiment = experiment;
    this.configuration = configuration;
    this.name = name;
    this.labels = new LinkedHashMap<>(labels);
  }

  /** The Job's name. */
  String name() {
    return name;
  }

  /** Records the run to which the Job belongs. */
  JobManifest ofRun(String run) {
    labels.put(Labels.RUN, run);
    return this;
  }

  /** Records the hash of everything on which the Job's results depend. */
  JobManifest withInputs(String hash) {
    annotations.put(Labels.INPUTS_HASH, hash);
    return this;
  }

  /** The container may write to these folders, too. */
  JobManifest withWritable(List<String> paths) {
    folders = paths == null ? List.of() : paths;
    return this;
  }

  /**
   * Runs this number of pods at the same time, each with its own number; the headless service
   * resolves each by its name. A single pod needs neither.
   */
  JobManifest sharedBy(int pods, String service) {
    this.pods = pods;
    this.service = service;
    return this;
  }

  /**
   * The Job.
   *
   * @param container the only container, without the settings that all Jobs share
   * @param plannedSeconds planned duration of its work; the experiment's timeout is added
   */
  Job build(ContainerBuilder container, List<EnvVar> environment, long plannedSeconds) {
    Job job = single(container, environment, plannedSeconds);
    if (pods > 1) {
      job.getSpec().setCompletionMode(INDEXED);
      job.getSpec().setCompletions(pods);
      job.getSpec().setParallelism(pods);
      job.getSpec().getTemplate().getSpec().setSubdomain(service);
    }
    return job;
  }

  private Job single(ContainerBuilder container, List<EnvVar> environment, long plannedSeconds) {
    return new JobBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace(experiment.getMetadata().getNamespace())
        .withLabels(labels)
        .withAnnotations(annotations)
        .withOwnerReferences(Owner.reference(experiment))
        .endMetadata()
        .withNewSpec()
        // A second attempt would hide that the first failed; the operator decides whether to
        // repeat.
        .withBackoffLimit(0)
        .withActiveDeadlineSeconds(
            plannedSeconds + configuration.spec().timeouts().jobSeconds() + BACKSTOP_SECONDS)
        .withNewTemplate()
        .withMetadata(
            PodShape.metadata(
                configuration.load().generators().pod(), labels, annotations, container.getName()))
        .withSpec(pod(container, environment))
        .endTemplate()
        .endSpec()
        .build();
  }

  private PodSpec pod(ContainerBuilder container, List<EnvVar> environment) {
    return PodShape.spec(configuration.load().generators().pod(), GRACE_SECONDS)
        .withRestartPolicy("Never")
        .withContainers(
            container
                .withEnv(environment)
                .withSecurityContext(Restricted.container())
                .withTerminationMessagePolicy("FallbackToLogsOnError")
                .addToVolumeMounts(PodShape.tmpMount())
                .addAllToVolumeMounts(PodShape.folderMounts(folders))
                .build())
        .addToVolumes(PodShape.tmp())
        .addAllToVolumes(PodShape.folders(folders))
        .build();
  }
}
