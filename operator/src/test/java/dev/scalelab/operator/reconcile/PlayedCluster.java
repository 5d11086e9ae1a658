package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.support.Healthy;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * Simulates the other components of a cluster: CloudNativePG, the controllers, the scheduler, the
 * kubelets. Each {@link #play} advances everything by one move.
 */
final class PlayedCluster implements AutoCloseable {
  private static final String NODE = "played";

  private final KubernetesClient client;
  private final String namespace;
  private final PlayedPods pods;
  private final PlayedJobs jobs;
  private final Set<String> databases = new TreeSet<>();

  PlayedCluster(KubernetesClient client, String namespace, PlayedEndpoints endpoints) {
    this.client = client;
    this.namespace = namespace;
    this.pods = new PlayedPods(client, namespace, NODE + "-app");
    this.jobs = new PlayedJobs(client, pods, endpoints);
    for (String role : List.of("app", "load", "database")) {
      client
          .resource(
              new NodeBuilder()
                  .withNewMetadata()
                  .withName(NODE + "-" + role)
                  .addToLabels("scalelab.dev/role", role)
                  .endMetadata()
                  .withNewStatus()
                  // From Kubernetes 1.36 on a pod is not resized beyond its node.
                  .addToAllocatable("cpu", Quantity.parse("64"))
                  .addToAllocatable("memory", Quantity.parse("256Gi"))
                  .addNewCondition()
                  .withType("Ready")
                  .withStatus("True")
                  .endCondition()
                  .endStatus()
                  .build())
          .create();
      // A new node is tainted until its kubelet reports.
      client
          .nodes()
          .withName(NODE + "-" + role)
          .edit(node -> new NodeBuilder(node).editSpec().withTaints().endSpec().build());
    }
  }

  /** From here on new pods report this image ID for the image that they request. */
  void runImages(UnaryOperator<String> ids) {
    pods.runImages(ids);
  }

  /** From here on loads have ended a minute before this time. */
  void now(InstantSource source) {
    jobs.now(source);
  }

  /** From here on the clocks of load generators are ahead of the others; negative: behind. */
  void loadClocksAhead(Duration byThis) {
    jobs.clocksAhead(byThis);
  }

  /** From here on load generators print copies of all steps before their last record. */
  void repeatSteps() {
    jobs.repeatSteps();
  }

  /** The uids of each Job's name. */
  Map<String, Set<String>> jobs() {
    return jobs.uids();
  }

  /** Names of all databases so far. */
  Set<String> databasesEver() {
    return databases;
  }

  /** Advances all objects of an experiment by one move. */
  void play(ScalabilityExperiment experiment) {
    databases().forEach(this::heal);
    Set<String> owners = new HashSet<>();
    for (StatefulSet servers :
        client.apps().statefulSets().inNamespace(namespace).list().getItems()) {
      owners.add(servers.getMetadata().getUid());
      for (int pod = 0; pod < servers.getSpec().getReplicas(); pod++) {
        String name = servers.getMetadata().getName() + "-" + pod;
        pods.run(name, servers, servers.getSpec().getTemplate());
      }
    }
    for (Deployment balancer :
        client.apps().deployments().inNamespace(namespace).list().getItems()) {
      owners.add(balancer.getMetadata().getUid());
      String name = balancer.getMetadata().getName() + "-6d4b-x7k2p";
      pods.run(name, balancer, balancer.getSpec().getTemplate());
    }
    for (Job job : client.batch().v1().jobs().inNamespace(namespace).list().getItems()) {
      owners.add(job.getMetadata().getUid());
      jobs.play(experiment, job);
    }
    pods.deleteOthers(owners);
  }

  private List<GenericKubernetesResource> databases() {
    return client
        .genericKubernetesResources("postgresql.cnpg.io/v1", "Cluster")
        .inNamespace(namespace)
        .list()
        .getItems();
  }

  private void heal(GenericKubernetesResource database) {
    databases.add(database.getMetadata().getName());
    if (database.get("status", "readyInstances") != null) {
      return;
    }
    boolean begun = database.get("status", "phase") != null;
    Integer instances = database.get("spec", "instances");
    database.setAdditionalProperty(
        "status", begun ? Healthy.status(instances) : Map.of("phase", "Setting up primary"));
    client.resource(database).updateStatus();
  }

  @Override
  public void close() {
    for (String role : List.of("app", "load", "database")) {
      client.nodes().withName(NODE + "-" + role).delete();
    }
  }
}
