package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrial;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.ExecWatch;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** The cluster that KUBECONFIG names, with ScaleLab installed in it, as the tests see it. */
final class Cluster implements AutoCloseable {
  static final String NAMESPACE = "default";
  static final String OPERATOR_NAMESPACE = "scalelab-system";
  private static final String EXPERIMENT = "scalelab.dev/experiment";

  private final KubernetesClient client = new KubernetesClientBuilder().build();

  KubernetesClient client() {
    return client;
  }

  static String sample(String name) throws IOException {
    return Files.readString(Path.of("..", "config", "samples", name));
  }

  /** Applies a manifest anew: what an earlier run left of it is deleted first. */
  ScalabilityExperiment apply(String manifest) {
    ScalabilityExperiment experiment =
        client.getKubernetesSerialization().unmarshal(manifest, ScalabilityExperiment.class);
    delete(experiment.getMetadata().getName());
    GenericKubernetesResource raw =
        client.getKubernetesSerialization().unmarshal(manifest, GenericKubernetesResource.class);
    client.resource(raw).inNamespace(NAMESPACE).create();
    return experiment(experiment.getMetadata().getName()).get();
  }

  /** Deletes an experiment and waits until nothing of it is left. */
  void delete(String name) {
    experiment(name).delete();
    experiment(name).waitUntilCondition(gone -> gone == null, 60, TimeUnit.SECONDS);
    for (HasMetadata child : children(name)) {
      client
          .resource(child)
          .inNamespace(NAMESPACE)
          .waitUntilCondition(gone -> gone == null, 120, TimeUnit.SECONDS);
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

  /** Waits until the experiment's condition Finished is True. */
  ScalabilityExperiment awaitFinished(String name, int minutes) {
    return experiment(name)
        .waitUntilCondition(
            found ->
                found != null
                    && found.getStatus() != null
                    && found.getStatus().conditions() != null
                    && found.getStatus().conditions().stream()
                        .anyMatch(
                            c -> c.getType().equals("Finished") && c.getStatus().equals("True")),
            minutes,
            TimeUnit.MINUTES);
  }

  /** Waits until the load of a trial's run has begun. */
  RunResult awaitLoaded(String trial, int run) {
    return awaitRun(trial, run, found -> found.startedAt() != null);
  }

  /** Waits until a run of a trial is as asked. */
  RunResult awaitRun(String trial, int run, Predicate<RunResult> asked) {
    return trial(trial)
        .waitUntilCondition(
            found ->
                found != null
                    && found.getStatus() != null
                    && found.getStatus().runs().size() >= run
                    && asked.test(found.getStatus().runs().get(run - 1)),
            5,
            TimeUnit.MINUTES)
        .getStatus()
        .runs()
        .get(run - 1);
  }

  /** Runs a line of shell in a container; it must succeed. */
  void shell(String pod, String container, String line) throws Exception {
    try (ExecWatch run =
        client
            .pods()
            .inNamespace(NAMESPACE)
            .withName(pod)
            .inContainer(container)
            .redirectingError()
            .exec("sh", "-c", line)) {
      assertThat(run.exitCode().get(30, TimeUnit.SECONDS)).as(line).isZero();
    }
  }

  /**
   * The run of a trial with one repetition that counts. A pause of the host may have made the load
   * late in a run before it, which is then repeated; nothing else may have gone wrong.
   */
  RunResult validRun(String trial) {
    List<RunResult> runs = trial(trial).get().getStatus().runs();
    RunResult last = runs.get(runs.size() - 1);
    assertThat(last.phase()).as("%s: %s", trial, last.message()).isEqualTo(RunPhase.VALID);
    assertThat(runs.subList(0, runs.size() - 1))
        .as("runs before the valid one of %s", trial)
        .extracting(RunResult::reason)
        .isSubsetOf(Reason.LOAD_GENERATOR_SATURATED);
    return last;
  }

  /** Lets the testbed go that an ended experiment has retained, if it has; its results stay. */
  void release(String name) {
    experiment(name)
        .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"testbedPolicy\":\"Delete\"}}");
  }

  /** Waits until the testbed of an ended experiment is gone. */
  void awaitTornDown(String name) {
    for (HasMetadata child : children(name)) {
      if (child.getMetadata().getLabels().containsKey("scalelab.dev/tier")) {
        client
            .resource(child)
            .inNamespace(NAMESPACE)
            .waitUntilCondition(gone -> gone == null, 120, TimeUnit.SECONDS);
      }
    }
  }

  /**
   * Kills every operator pod without grace, as a node that burns would; false when there was none.
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
   * What the operator makes for an experiment, and its pods; CloudNativePG owns what is its own.
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

  /** Where the chart's Prometheus answers. */
  String prometheus() {
    var service =
        client.services().inNamespace(OPERATOR_NAMESPACE).withName("scalelab-prometheus").require();
    return "http://" + service.getSpec().getClusterIP() + ":9090";
  }

  /** A database that is there and takes no connections yet. */
  static boolean starting(GenericKubernetesResource database) {
    Integer ready = database.get("status", "readyInstances");
    return ready == null || ready == 0;
  }

  /** Servers that are there and not all ready yet. */
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
