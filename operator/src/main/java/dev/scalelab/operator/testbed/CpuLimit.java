package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.platform.Quantities;
import dev.scalelab.operator.platform.Resources;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether servers run at the CPU limit at which they are measured, from their pods.
 *
 * @param wanted CPU limit and request of each server while it is measured, in cores
 * @param replicas expected number of servers
 * @param container the one of each pod that is the server
 * @param pods the servers' pods
 */
record CpuLimit(Quantity wanted, int replicas, String container, List<Pod> pods) {
  static final String RESIZE = "resize";

  /** Pods for which the resize has not been requested yet. */
  List<Pod> notRequested() {
    return pods.stream().filter(pod -> !isWanted(limit(server(pod).getResources()))).toList();
  }

  /** Ready when each server's container reports the limit and no resize is in progress. */
  Readiness readiness() {
    Optional<String> missing =
        pods.size() < replicas
            ? Optional.of("%d of %d servers exist".formatted(pods.size(), replicas))
            : pods.stream().flatMap(pod -> missing(pod).stream()).findFirst();
    return missing
        .map(detail -> Readiness.waiting(Reason.RESIZE_FAILED, detail))
        .orElseGet(() -> Readiness.ready());
  }

  private Optional<String> missing(Pod pod) {
    String name = pod.getMetadata().getName();
    if (!isWanted(limit(server(pod).getResources()))) {
      String message =
          resized(pod)
              ? "something set %s back to a limit of %s instead of %s"
              : "%s still has a limit of %s instead of %s";
      return Optional.of(message.formatted(name, limit(server(pod).getResources()), wanted));
    }
    if (!resized(pod)) {
      return Optional.empty(); // it started with that limit
    }
    Optional<PodCondition> resize =
        pod.getStatus().getConditions().stream()
            .filter(condition -> condition.getType().startsWith("PodResize"))
            .filter(condition -> "True".equals(condition.getStatus()))
            .findFirst();
    if (resize.isPresent()) {
      PodCondition condition = resize.get();
      return Optional.of(
          "%s: %s"
              .formatted(
                  name,
                  Stream.of(condition.getType(), condition.getReason(), condition.getMessage())
                      .filter(message -> message != null && !message.isEmpty())
                      .reduce((a, b) -> a + ": " + b)
                      .orElseThrow()));
    }
    Quantity inForce =
        pod.getStatus().getContainerStatuses().stream()
            .filter(status -> status.getName().equals(container))
            .map(ContainerStatus::getResources)
            .map(CpuLimit::limit)
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
    return isWanted(inForce)
        ? Optional.empty()
        : Optional.of("%s runs at a limit of %s instead of %s".formatted(name, inForce, wanted));
  }

  private boolean isWanted(Quantity limit) {
    return limit != null && limit.compareTo(Quantities.millicores(wanted)) == 0;
  }

  private static Quantity limit(ResourceRequirements resources) {
    return resources == null || resources.getLimits() == null
        ? null
        : resources.getLimits().get(Resources.CPU);
  }

  private Container server(Pod pod) {
    return pod.getSpec().getContainers().stream()
        .filter(one -> one.getName().equals(container))
        .findFirst()
        .orElseThrow();
  }

  /** Whether a resize of the pod was ever requested, from the managed fields in the API server. */
  private static boolean resized(Pod pod) {
    return pod.getMetadata().getManagedFields().stream()
        .anyMatch(entry -> RESIZE.equals(entry.getSubresource()));
  }
}
