package dev.scalelab.operator.platform;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Why a pod is not ready, from its own status.
 *
 * @param pod name of the pod
 * @param kind kind of trouble
 * @param message the pod's own reason and message
 */
public record PodTrouble(String pod, Kind kind, String message) {
  private static final String OOM_KILLED = "OOMKilled";
  private static final List<String> JUST_STARTING = List.of("ContainerCreating", "PodInitializing");

  /** Kinds of trouble, from those that a user has to fix to those that resolve themselves. */
  public enum Kind {
    OUT_OF_MEMORY,
    CANNOT_START,
    ENDED,
    LOST,
    UNSCHEDULABLE,
    STARTING,
    NOT_READY
  }

  /** The trouble of one pod; empty if it is ready, or has succeeded. */
  public static Optional<PodTrouble> of(Pod pod) {
    PodStatus status = pod.getStatus();
    if (status == null || "Succeeded".equals(status.getPhase()) || ready(pod)) {
      return Optional.empty();
    }
    Optional<PodTrouble> worst =
        Stream.concat(
                status.getInitContainerStatuses().stream(), status.getContainerStatuses().stream())
            .flatMap(container -> ofContainer(pod, container).stream())
            .min(Comparator.comparing(PodTrouble::kind));
    return worst
        .filter(trouble -> trouble.kind() == Kind.OUT_OF_MEMORY)
        .or(() -> lost(pod))
        .or(() -> worst)
        .or(() -> unscheduled(pod))
        .or(() -> Optional.of(trouble(pod, Kind.STARTING, between(status))));
  }

  /** The worst trouble of several pods; empty if all are ready. */
  public static Optional<PodTrouble> worst(List<Pod> pods) {
    return pods.stream()
        .flatMap(pod -> of(pod).stream())
        .min(Comparator.comparing(PodTrouble::kind).thenComparing(PodTrouble::pod));
  }

  /** Whether the pod's status says that it is ready. */
  public static boolean ready(Pod pod) {
    return condition(pod, "Ready").filter(c -> "True".equals(c.getStatus())).isPresent()
        && pod.getMetadata().getDeletionTimestamp() == null;
  }

  /** Whether a container ended with an error. */
  public boolean ended() {
    return kind == Kind.ENDED;
  }

  /** Whether PostgreSQL ended because of its settings: with the same it does so again. */
  public boolean fatal() {
    return ended() && LogTail.nameSettings(message);
  }

  @Override
  public String toString() {
    return pod + ": " + message;
  }

  /** Message for times in which no container has a reason. */
  private static String between(PodStatus status) {
    return status.getContainerStatuses().isEmpty() ? "has just been created" : "is ending";
  }

  private static Optional<PodTrouble> ofContainer(Pod pod, ContainerStatus container) {
    ContainerState state =
        container.getState() == null ? new ContainerState() : container.getState();
    ContainerStateTerminated last =
        container.getLastState() == null ? null : container.getLastState().getTerminated();
    if (state.getTerminated() != null) {
      return ended(pod, container, state.getTerminated(), "");
    }
    if (state.getWaiting() != null) {
      String reason = state.getWaiting().getReason();
      if (last != null) {
        return ended(pod, container, last, reason + ": ");
      }
      Kind kind =
          reason == null || JUST_STARTING.contains(reason) ? Kind.STARTING : Kind.CANNOT_START;
      return Optional.of(
          trouble(
              pod,
              kind,
              join(reason, "container " + container.getName(), state.getWaiting().getMessage())));
    }
    if (last != null && OOM_KILLED.equals(last.getReason())) {
      return ended(pod, container, last, "");
    }
    if (Boolean.TRUE.equals(container.getReady())) {
      return Optional.empty();
    }
    String since = state.getRunning() == null ? "" : " since " + state.getRunning().getStartedAt();
    String before = last == null ? "" : "; it ended before with exit code " + last.getExitCode();
    return Optional.of(
        trouble(
            pod,
            Kind.NOT_READY,
            "container %s runs%s but is not ready%s"
                .formatted(container.getName(), since, before)));
  }

  private static Optional<PodTrouble> ended(
      Pod pod, ContainerStatus container, ContainerStateTerminated end, String prefix) {
    if (OOM_KILLED.equals(end.getReason())) {
      return Optional.of(
          trouble(
              pod,
              Kind.OUT_OF_MEMORY,
              "OOMKilled: container %s was killed for memory%s (exit code %d)"
                  .formatted(
                      container.getName(), limit(pod, container.getName()), end.getExitCode())));
    }
    if (end.getExitCode() != null && end.getExitCode() == 0) {
      return Optional.empty();
    }
    return Optional.of(
        trouble(
            pod,
            Kind.ENDED,
            prefix
                + join(
                    "container %s ended with exit code %d"
                        .formatted(container.getName(), end.getExitCode()),
                    LogTail.of(end.getMessage()))));
  }

  /** Evicted, preempted, deleted, or on a deleted node: the pod itself has the reason. */
  private static Optional<PodTrouble> lost(Pod pod) {
    String reason = pod.getStatus().getReason();
    if (reason != null) {
      return Optional.of(trouble(pod, Kind.LOST, join(reason, pod.getStatus().getMessage())));
    }
    return condition(pod, "DisruptionTarget")
        .filter(c -> "True".equals(c.getStatus()))
        .map(c -> trouble(pod, Kind.LOST, join(c.getReason(), c.getMessage())))
        .or(
            () ->
                Optional.ofNullable(pod.getMetadata().getDeletionTimestamp())
                    .map(time -> trouble(pod, Kind.LOST, "is being deleted")));
  }

  private static Optional<PodTrouble> unscheduled(Pod pod) {
    return condition(pod, "PodScheduled")
        .filter(c -> "False".equals(c.getStatus()))
        .map(c -> trouble(pod, Kind.UNSCHEDULABLE, join(c.getReason(), c.getMessage())));
  }

  private static Optional<PodCondition> condition(Pod pod, String type) {
    return pod.getStatus() == null
        ? Optional.empty()
        : pod.getStatus().getConditions().stream()
            .filter(condition -> type.equals(condition.getType()))
            .findFirst();
  }

  private static String limit(Pod pod, String container) {
    return pod.getSpec().getContainers().stream()
        .filter(c -> c.getName().equals(container) && c.getResources() != null)
        .map(c -> c.getResources().getLimits())
        .map(limits -> limits == null ? null : limits.get(Resources.MEMORY))
        .filter(Objects::nonNull)
        .map(Quantity::toString)
        .map(memory -> " at its limit of " + memory)
        .findFirst()
        .orElse("");
  }

  private static PodTrouble trouble(Pod pod, Kind kind, String message) {
    return new PodTrouble(pod.getMetadata().getName(), kind, message);
  }

  private static String join(String... parts) {
    return Stream.of(parts)
        .filter(part -> part != null && !part.isEmpty())
        .reduce((a, b) -> a + ": " + b)
        .orElse("");
  }
}
