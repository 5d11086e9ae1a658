package dev.scalelab.operator.e2e;

import static io.fabric8.kubernetes.client.dsl.FieldValidateable.Validation.STRICT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** The cluster of KUBECONFIG, in which ScaleLab is installed. */
final class Cluster implements AutoCloseable {
  /**
   * Why runs may be invalid on a machine that is much slower for minutes: the load is late, or a
   * server beyond its limit does not answer a scrape within 5 s.
   */
  static final List<Reason> BUSY_MACHINE =
      List.of(Reason.LOAD_GENERATOR_SATURATED, Reason.SAMPLES_MISSING);

  static final String NAMESPACE = "default";
  static final String OPERATOR_NAMESPACE = "scalelab-system";
  private static final String EXPERIMENT = "scalelab.dev/experiment";

  /** Until objects are deleted, with their pods. */
  private static final int GONE_MINUTES = 5;

  /** Until a run has begun or ended, with the start of its database and servers. */
  private static final int RUN_MINUTES = 10;

  /** Until the API server answers, or opens a command in a pod, on a machine that is full. */
  private static final Duration ANSWER = Duration.ofMinutes(1);

  private final KubernetesClient client =
      new KubernetesClientBuilder()
          .withConfig(
              new ConfigBuilder(Config.autoConfigure(null))
                  .withRequestTimeout((int) ANSWER.toMillis())
                  .build())
          .build();

  KubernetesClient client() {
    return client;
  }

  static String sample(String name) throws IOException {
    return Files.readString(Path.of("..", "config", "samples", name));
  }

  /** Applies a manifest, after deleting the objects of an earlier run. */
  ScalabilityExperiment apply(String manifest) {
    ScalabilityExperiment experiment =
        client.getKubernetesSerialization().unmarshal(manifest, ScalabilityExperiment.class);
    delete(experiment.getMetadata().getName());
    GenericKubernetesResource raw =
        client.getKubernetesSerialization().unmarshal(manifest, GenericKubernetesResource.class);
    client.resource(raw).inNamespace(NAMESPACE).fieldValidation(STRICT).create();
    return experiment(experiment.getMetadata().getName()).get();
  }

  /** Deletes an experiment and waits until all its objects are deleted. */
  void delete(String name) {
    experiment(name).delete();
    experiment(name).waitUntilCondition(gone -> gone == null, GONE_MINUTES, TimeUnit.MINUTES);
    for (HasMetadata child : children(name)) {
      client
          .resource(child)
          .inNamespace(NAMESPACE)
          .waitUntilCondition(gone -> gone == null, GONE_MINUTES, TimeUnit.MINUTES);
    }
  }

  Resource<ScalabilityExperiment> experiment(String name) {
    return client.resources(ScalabilityExperiment.class).inNamespace(NAMESPACE).withName(name);
  }

  Resource<ScalabilityTrial> trial(String name) {
    return client.resources(ScalabilityTrial.class).inNamespace(NAMESPACE).withName(name);
  }

  Resource<GenericKubernetesResource> database(String name) {
    return client
        .genericKubernetesResources("postgresql.cnpg.io/v1", "Cluster")
        .inNamespace(NAMESPACE)
        .withName(name);
  }

  Resource<StatefulSet> servers(String name) {
    return client.apps().statefulSets().inNamespace(NAMESPACE).withName(name);
  }

  Resource<Job> job(String name) {
    return client.batch().v1().jobs().inNamespace(NAMESPACE).withName(name);
  }

  /** Waits until an object satisfies a condition; see {@link Until}. */
  <T extends HasMetadata> T until(Resource<T> resource, Predicate<T> condition, int minutes) {
    return Until.reached(client, resource, condition, minutes);
  }

  /** Waits until the experiment's condition Finished is True. */
  ScalabilityExperiment awaitFinished(String name, int minutes) {
    return until(
        experiment(name),
        found ->
            found.getStatus() != null
                && found.getStatus().conditions() != null
                && found.getStatus().conditions().stream()
                    .anyMatch(c -> c.getType().equals("Finished") && c.getStatus().equals("True")),
        minutes);
  }

  /** Waits until the load of a trial's run has begun. */
  RunResult awaitLoaded(String trial, int run) {
    RunResult loaded =
        awaitRun(
            trial, run, found -> found.startedAt() != null || found.phase() != RunPhase.RUNNING);
    assertThat(loaded.startedAt()).as("start of the load; %s", loaded.message()).isNotNull();
    return loaded;
  }

  /** Waits until a run of a trial satisfies a condition, or the trial has ended. */
  RunResult awaitRun(String trial, int run, Predicate<RunResult> asked) {
    ScalabilityTrialStatus status =
        until(
                trial(trial),
                found ->
                    found.getStatus() != null
                        && (found.getStatus().ended()
                            || found.getStatus().runs().size() >= run
                                && asked.test(found.getStatus().runs().get(run - 1))),
                RUN_MINUTES)
            .getStatus();
    assertThat(status.runs()).as("runs of %s", status).hasSizeGreaterThanOrEqualTo(run);
    return status.runs().get(run - 1);
  }

  /**
   * The valid run of a trial with one repetition. A pause of the host may have delayed the load in
   * an earlier run, which is then repeated; no other failure is allowed.
   */
  RunResult validRun(String trial) {
    List<RunResult> runs = trial(trial).get().getStatus().runs();
    RunResult last = runs.get(runs.size() - 1);
    assertThat(last.phase()).as("%s: %s", trial, last.message()).isEqualTo(RunPhase.VALID);
    List<RunResult> before = runs.subList(0, runs.size() - 1);
    assertThat(before)
        .as(
            "runs before the valid one of %s: %s",
            trial, before.stream().map(RunResult::message).toList())
        .extracting(RunResult::reason)
        .isSubsetOf(BUSY_MACHINE);
    return last;
  }

  /** Removes the testbed that an ended experiment has retained, if any; its results are kept. */
  void release(String name) {
    experiment(name)
        .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"testbedPolicy\":\"Delete\"}}");
  }

  /** Waits until the testbed of an ended experiment is deleted. */
  void awaitTornDown(String name) {
    for (HasMetadata child : children(name)) {
      if (child.getMetadata().getLabels().containsKey("scalelab.dev/tier")) {
        client
            .resource(child)
            .inNamespace(NAMESPACE)
            .waitUntilCondition(gone -> gone == null, GONE_MINUTES, TimeUnit.MINUTES);
      }
    }
  }

  /**
   * Kills every operator pod without a grace period, like a failing node; false if there was none.
   */
  boolean killOperator() {
    List<Pod> pods = operators();
    pods.forEach(pod -> client.resource(pod).withGracePeriod(0).delete());
    return !pods.isEmpty();
  }

  /** The operator's pods. */
  List<Pod> operators() {
    return client
        .pods()
        .inNamespace(OPERATOR_NAMESPACE)
        .withLabel("app.kubernetes.io/component", "operator")
        .list()
        .getItems();
  }

  /**
   * Objects that the operator creates for an experiment, and its pods, without those owned by
   * CloudNativePG.
   */
  List<HasMetadata> children(String name) {
    List<HasMetadata> all = new ArrayList<>();
    all.addAll(client.pods().inNamespace(NAMESPACE).withLabel(EXPERIMENT, name).list().getItems());
    all.addAll(
        client.services().inNamespace(NAMESPACE).withLabel(EXPERIMENT, name).list().getItems());
    all.addAll(
        client.configMaps().inNamespace(NAMESPACE).withLabel(EXPERIMENT, name).list().getItems());
    all.addAll(
        client
            .batch()
            .v1()
            .jobs()
            .inNamespace(NAMESPACE)
            .withLabel(EXPERIMENT, name)
            .list()
            .getItems());
    all.addAll(
        client
            .apps()
            .statefulSets()
            .inNamespace(NAMESPACE)
            .withLabel(EXPERIMENT, name)
            .list()
            .getItems());
    all.addAll(
        client
            .apps()
            .deployments()
            .inNamespace(NAMESPACE)
            .withLabel(EXPERIMENT, name)
            .list()
            .getItems());
    all.addAll(
        client
            .persistentVolumeClaims()
            .inNamespace(NAMESPACE)
            .withLabel(EXPERIMENT, name)
            .list()
            .getItems());
    all.addAll(
        client
            .resources(ScalabilityTrial.class)
            .inNamespace(NAMESPACE)
            .withLabel(EXPERIMENT, name)
            .list()
            .getItems());
    if (client.supports("postgresql.cnpg.io/v1", "Cluster")) {
      all.addAll(
          client
              .genericKubernetesResources("postgresql.cnpg.io/v1", "Cluster")
              .inNamespace(NAMESPACE)
              .withLabel(EXPERIMENT, name)
              .list()
              .getItems());
    }
    return all;
  }

  /** Address of the chart's Prometheus. */
  String prometheus() {
    var service =
        client.services().inNamespace(OPERATOR_NAMESPACE).withName("scalelab-prometheus").require();
    return "http://" + service.getSpec().getClusterIP() + ":9090";
  }

  /** Servers that exist and are not all ready yet. */
  static boolean starting(StatefulSet servers) {
    Integer ready = servers.getStatus() == null ? null : servers.getStatus().getReadyReplicas();
    return ready == null || ready < servers.getSpec().getReplicas();
  }

  static boolean underWay(Job job) {
    return job.getStatus() == null || job.getStatus().getCompletionTime() == null;
  }

  @Override
  public void close() {
    client.close();
  }
}
