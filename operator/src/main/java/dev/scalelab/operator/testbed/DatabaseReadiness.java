package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.platform.PodTrouble;
import dev.scalelab.operator.platform.Refusal;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Whether a database is ready, from its Cluster and its pods.
 *
 * @param cluster CloudNativePG's Cluster; null if it is absent
 * @param pods lists the Cluster's pods, including those of its Jobs; called only if it is not ready
 * @param warnings the latest warning event about the Cluster or one of its Jobs; called only if it
 *     is not ready and has no pods
 */
record DatabaseReadiness(
    GenericKubernetesResource cluster,
    Supplier<List<Pod>> pods,
    Supplier<Optional<String>> warnings) {
  /** CloudNativePG starts it again after 10 s, and then after ever longer times. */
  private static final int FATAL_STARTS = 2;

  /** The condition of a Cluster whose primary accepts connections. */
  private static final String READY = "Ready";

  /**
   * Whether all databases are ready. If not, the first existing one that is not ready gives the
   * reason, with its name if there are several; otherwise, if one is absent, all are deployed.
   *
   * @param databases readiness of each, by its name
   */
  static Readiness ofAll(Map<String, Readiness> databases) {
    for (Map.Entry<String, Readiness> one : databases.entrySet()) {
      if (one.getValue().state() == Readiness.State.WAITING
          || one.getValue().state() == Readiness.State.FAILED) {
        return databases.size() == 1 ? one.getValue() : named(one.getKey(), one.getValue());
      }
    }
    Collection<Readiness> all = databases.values();
    return all.stream()
        .filter(one -> one.state() == Readiness.State.ABSENT)
        .findFirst()
        .orElseGet(() -> all.iterator().next());
  }

  private static Readiness named(String name, Readiness waiting) {
    return new Readiness(waiting.state(), waiting.reason(), name + ": " + waiting.detail());
  }

  Readiness readiness() {
    if (cluster == null) {
      return Readiness.absent();
    }
    if (cluster.getMetadata().getDeletionTimestamp() != null) {
      return waiting("it is being deleted", false);
    }
    String phase = cluster.get("status", "phase");
    Integer ready = cluster.get("status", "readyInstances");
    Integer instances = cluster.get("spec", "instances");
    if (isHealthy() && ready != null && ready >= instances) {
      return Readiness.ready();
    }
    if (phase == null) {
      return waiting("CloudNativePG has not reconciled it yet: is its operator running?", false);
    }
    String reason = cluster.get("status", "phaseReason");
    String message = reason == null || reason.isEmpty() ? phase : phase + ": " + reason;
    if (instances > 1) {
      message += "; %d of %d instances ready".formatted(ready == null ? 0 : ready, instances);
    }
    List<Pod> found = pods.get();
    if (found.isEmpty()) {
      message += warnings.get().map(warning -> "; " + warning).orElse("");
    }
    // A pod's message may quote a log, which may contain anything.
    boolean denied = Refusal.isDenial(message);
    Optional<PodTrouble> trouble = PodTrouble.worst(found);
    if (trouble.isPresent()) {
      message += "; " + trouble.get();
      if (fatalStarts(found) >= FATAL_STARTS) {
        return Readiness.failed(Reason.DATABASE_NOT_READY, message);
      }
    }
    return waiting(message, denied);
  }

  private boolean isHealthy() {
    List<Map<String, Object>> conditions = cluster.get("status", "conditions");
    return conditions != null
        && conditions.stream()
            .anyMatch(one -> READY.equals(one.get("type")) && "True".equals(one.get("status")));
  }

  /** How often PostgreSQL ended because of its settings, in pods that failed or start again. */
  private static int fatalStarts(List<Pod> pods) {
    return pods.stream()
        .filter(pod -> PodTrouble.of(pod).filter(PodTrouble::fatal).isPresent())
        .mapToInt(DatabaseReadiness::starts)
        .sum();
  }

  private static int starts(Pod pod) {
    return 1
        + pod.getStatus().getContainerStatuses().stream()
            .mapToInt(container -> Objects.requireNonNullElse(container.getRestartCount(), 0))
            .sum();
  }

  private static Readiness waiting(String detail, boolean denied) {
    return Readiness.waiting(denied ? Reason.REFUSED : Reason.DATABASE_NOT_READY, detail);
  }
}
