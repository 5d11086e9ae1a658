package dev.scalelab.operator.e2e;

import static org.awaitility.Awaitility.await;

import dev.scalelab.operator.e2e.FaultSchedule.Fault;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import org.awaitility.core.ConditionFactory;

/** Makes the faults of a schedule, in the embedded cluster of this machine. */
final class ClusterFaults {
  private static final Duration PATIENCE = Duration.ofMinutes(15);

  /** What a fault does to its target; it returns when the fault has passed. */
  private interface Effect<T> {
    void on(T target) throws Exception;
  }

  private final Cluster cluster;
  private final String experiment;
  private final BooleanSupplier over;

  /**
   * Faults of an experiment.
   *
   * @param over whether it has ended, so that no pod of its load is awaited any more
   */
  ClusterFaults(Cluster cluster, String experiment, BooleanSupplier over) {
    this.cluster = cluster;
    this.experiment = experiment;
    this.over = over;
  }

  /** Makes a fault, returns when it has passed, and says what its target was. */
  String make(Fault fault) throws Exception {
    int seconds = fault.seconds();
    return switch (fault.kind()) {
      case KILL_OPERATOR -> make(fault, cluster::operators, this::kill);
      case CUT_OFF_LEADER ->
          make(
              fault,
              this::leader,
              pod -> Machine.cutOffFromApiServer(processes(pod).get(0), seconds));
      case FREEZE_LEADER ->
          make(fault, this::leader, pod -> Machine.standStill(processes(pod), seconds));
      case KILL_LOAD -> make(fault, this::load, this::kill);
      case KILL_PROMETHEUS -> make(fault, this::prometheus, this::kill);
      case STOP_API_SERVER -> {
        Machine.standStill(List.of(Machine.apiServer().orElseThrow()), seconds);
        yield "the only one";
      }
      case LOSE_NODE ->
          make(
              fault,
              this::measuredNodes,
              node -> Machine.loseNode(node.getMetadata().getName(), seconds));
    };
  }

  private <T extends HasMetadata> String make(
      Fault fault, Callable<List<T>> candidates, Effect<T> effect) throws Exception {
    List<T> found = insist().until(candidates, some -> !some.isEmpty() || over.getAsBoolean());
    if (found.isEmpty()) {
      return "nothing";
    }
    T target = fault.of(found);
    effect.on(target);
    return target.getMetadata().getName();
  }

  /** The API server may stand still meanwhile, and what is concerned may just start again. */
  private static ConditionFactory insist() {
    return await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(500))
        .ignoreExceptionsInstanceOf(KubernetesClientException.class);
  }

  private void kill(Pod pod) {
    insist().untilAsserted(() -> cluster.client().resource(pod).withGracePeriod(0).delete());
  }

  private static List<Long> processes(Pod pod) {
    return Machine.ofPod(pod.getMetadata().getUid());
  }

  /** The operator that has the lease, unless it has just ended. */
  private List<Pod> leader() {
    String holder = new Recovery(cluster).holder();
    return cluster.operators().stream()
        .filter(pod -> pod.getMetadata().getName().equals(holder))
        .filter(pod -> !processes(pod).isEmpty())
        .toList();
  }

  private List<Pod> prometheus() {
    return cluster
        .client()
        .pods()
        .inNamespace(Cluster.OPERATOR_NAMESPACE)
        .withLabel("app.kubernetes.io/component", "prometheus")
        .list()
        .getItems();
  }

  /** Of a warm-up, too. */
  private List<Pod> load() {
    return cluster
        .client()
        .pods()
        .inNamespace(Cluster.NAMESPACE)
        .withLabel("scalelab.dev/experiment", experiment)
        .withLabel("scalelab.dev/tier", "load")
        .list()
        .getItems()
        .stream()
        .filter(pod -> Objects.equals("Running", pod.getStatus().getPhase()))
        .toList();
  }

  private List<Node> measuredNodes() {
    return cluster
        .client()
        .nodes()
        .withLabelIn("scalelab.dev/role", "app", "load")
        .list()
        .getItems();
  }
}
