package dev.scalelab.operator.e2e;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.RollableScalableResource;
import io.fabric8.kubernetes.client.readiness.Readiness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;

/** Whether the cluster and ScaleLab are again as they were before the faults. */
final class Recovery {
  /** A container that has failed several times is started again after up to five minutes. */
  private static final Duration LONGEST = Duration.ofMinutes(8);

  private static final String OPERATOR = "scalelab-operator";

  private final Cluster cluster;

  Recovery(Cluster cluster) {
    this.cluster = cluster;
  }

  /** Waits until nodes and pods are ready, and one of the operators has the lease. */
  void await() {
    Awaitility.await()
        .atMost(LONGEST)
        .pollInterval(Duration.ofSeconds(1))
        .ignoreExceptionsInstanceOf(KubernetesClientException.class)
        .until(this::missing, List::isEmpty);
  }

  private List<String> missing() {
    List<String> missing = new ArrayList<>();
    for (Node node : cluster.client().nodes().list().getItems()) {
      if (!Readiness.isNodeReady(node)) {
        missing.add("node " + name(node));
      }
    }
    for (String deployment : List.of(OPERATOR, "scalelab-prometheus")) {
      if (!Readiness.isDeploymentReady(deployment(deployment).require())) {
        missing.add(deployment);
      }
    }
    if (cluster.operators().stream().noneMatch(pod -> name(pod).equals(holder()))) {
      missing.add("leader");
    }
    return missing;
  }

  /** The pod that has the operator's lease; null if none has. */
  String holder() {
    var lease =
        cluster.client().leases().inNamespace(Cluster.OPERATOR_NAMESPACE).withName(OPERATOR).get();
    return lease == null ? null : lease.getSpec().getHolderIdentity();
  }

  int operators() {
    return deployment(OPERATOR).require().getSpec().getReplicas();
  }

  /**
   * Begins with this number of operators, and with new ones if one has failed before: it would wait
   * longer for its next start.
   */
  void begin(int operators) {
    deployment(OPERATOR).scale(operators);
    cluster.operators().stream()
        .filter(Recovery::hasFailed)
        .forEach(pod -> cluster.client().resource(pod).delete());
    await();
  }

  /** Everything that an experiment has left behind after it was deleted. */
  List<String> leftBy(String experiment) {
    List<String> left = new ArrayList<>();
    for (HasMetadata child : cluster.children(experiment)) {
      left.add("%s %s is left behind".formatted(child.getKind(), name(child)));
    }
    cluster.client().leases().inNamespace(Cluster.NAMESPACE).list().getItems().stream()
        .filter(lease -> name(lease).startsWith(experiment))
        .forEach(lease -> left.add("Lease %s is left behind".formatted(name(lease))));
    cluster.client().nodes().list().getItems().stream()
        .filter(node -> Boolean.TRUE.equals(node.getSpec().getUnschedulable()))
        .forEach(node -> left.add("node %s takes no pods".formatted(name(node))));
    return left;
  }

  private RollableScalableResource<Deployment> deployment(String name) {
    return cluster
        .client()
        .apps()
        .deployments()
        .inNamespace(Cluster.OPERATOR_NAMESPACE)
        .withName(name);
  }

  private static boolean hasFailed(Pod pod) {
    return pod.getStatus().getContainerStatuses().stream()
        .anyMatch(container -> container.getRestartCount() > 0);
  }

  private static String name(HasMetadata object) {
    return object.getMetadata().getName();
  }
}
