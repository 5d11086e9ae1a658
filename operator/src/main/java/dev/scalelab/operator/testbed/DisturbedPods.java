package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.DisturbanceAction;
import dev.scalelab.operator.api.DisturbanceResult;
import dev.scalelab.operator.api.DisturbedPod;
import dev.scalelab.operator.api.PlannedDisturbance;
import dev.scalelab.operator.platform.Tier;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/** Which pods a disturbance concerns, and when all of their tier are back. Pure. */
final class DisturbedPods {
  /** CloudNativePG's label on each instance with its role. */
  private static final String ROLE = "cnpg.io/instanceRole";

  private DisturbedPods() {}

  /**
   * The pods that a disturbance concerns; fewer than planned if there are fewer.
   *
   * @param seed of the run
   * @param pods all of the tier
   */
  static List<DisturbedPod> choose(PlannedDisturbance planned, long seed, List<Pod> pods) {
    List<Pod> all =
        pods.stream()
            .sorted(
                Comparator.comparing((Pod pod) -> !isPrimary(pod))
                    .thenComparing(pod -> pod.getMetadata().getName()))
            .toList();
    if (planned.server() != null) { // a place does not change because another pod is not back yet
      return all.stream()
          .skip(planned.server() - 1L)
          .limit(1)
          .filter(pod -> readyCondition(pod).isPresent())
          .map(DisturbedPods::disturbed)
          .toList();
    }
    List<Pod> ready =
        new ArrayList<>(all.stream().filter(pod -> readyCondition(pod).isPresent()).toList());
    if (planned.action() == DisturbanceAction.SWITCHOVER) {
      return ready.stream()
          .filter(pod -> !isPrimary(pod))
          .limit(1)
          .map(DisturbedPods::disturbed)
          .toList();
    }
    if (ready.stream().noneMatch(DisturbedPods::isPrimary)) {
      Collections.shuffle(ready, new Random(31 * seed + planned.name().hashCode()));
    }
    return ready.stream().limit(planned.count()).map(DisturbedPods::disturbed).toList();
  }

  private static boolean isPrimary(Pod pod) {
    return "primary".equals(pod.getMetadata().getLabels().get(ROLE));
  }

  /**
   * All pods on the nodes of the chosen ones that end with them.
   *
   * @param planned a disturbance of nodes
   * @param groups of the pods of the experiment, except for the load generators
   */
  static List<DisturbedPod> onNodes(
      PlannedDisturbance planned,
      List<DisturbedPod> chosen,
      List<Pod> pods,
      List<PodGroup> groups) {
    Set<String> nodes = chosen.stream().map(DisturbedPod::node).collect(Collectors.toSet());
    return pods.stream()
        .filter(pod -> nodes.contains(pod.getSpec().getNodeName()))
        .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
        .sorted(Comparator.comparing(pod -> pod.getMetadata().getName()))
        .flatMap(
            pod ->
                groups.stream()
                    .filter(group -> group.selects(pod))
                    .map(PodGroup::tier)
                    .limit(1)
                    .map(tier -> ofTier(planned, pod, tier)))
        .toList();
  }

  private static DisturbedPod ofTier(PlannedDisturbance planned, Pod pod, Tier tier) {
    DisturbedPod own = disturbed(pod);
    return planned.concerns(tier.label())
        ? own
        : new DisturbedPod(own.pod(), own.node(), own.uid(), DisturbedTiers.name(tier));
  }

  private static DisturbedPod disturbed(Pod pod) {
    return new DisturbedPod(
        pod.getMetadata().getName(), pod.getSpec().getNodeName(), pod.getMetadata().getUid());
  }

  /**
   * Since when all pods of a tier are as before a disturbance; empty if they are not.
   *
   * @param pods all of the tier
   * @param wanted how many there have to be
   * @param now for pods whose kubelet does not report since when they are ready
   */
  static Optional<Instant> back(
      PlannedDisturbance planned, DisturbanceResult made, List<Pod> pods, int wanted, Instant now) {
    Instant from = Instant.parse(made.madeAt());
    Instant earliest = earliest(planned, made);
    Set<String> disturbed = made.pods().stream().map(DisturbedPod::uid).collect(Collectors.toSet());
    List<Pod> whole =
        pods.stream()
            .filter(
                pod ->
                    !disturbed.contains(pod.getMetadata().getUid())
                        || isBack(planned, pod, made.endedAt() != null, from, now))
            .toList();
    List<Instant> ready =
        whole.stream()
            .flatMap(pod -> readyCondition(pod).stream())
            .map(condition -> since(condition, now))
            .toList();
    return ready.size() < wanted
        ? Optional.empty()
        : ready.stream()
            .max(Comparator.naturalOrder())
            .map(last -> planned.action() == DisturbanceAction.SWITCHOVER ? now : last)
            .map(last -> last.isBefore(earliest) ? earliest : last);
  }

  /** A pod that was frozen or cut off may have been Ready all the time. */
  private static Instant earliest(PlannedDisturbance planned, DisturbanceResult made) {
    Instant from = Instant.parse(made.madeAt());
    return switch (planned.action()) {
      case PAUSE_POD -> from.plusSeconds(planned.durationSeconds());
      case CUT_NETWORK -> made.endedAt() == null ? from : Instant.parse(made.endedAt());
      default -> from;
    };
  }

  /** Whether a disturbed pod, if it is ready, is so after the disturbance. */
  private static boolean isBack(
      PlannedDisturbance planned, Pod pod, boolean ended, Instant from, Instant now) {
    return switch (planned.action()) {
      case DELETE_POD, DRAIN_NODE, LOSE_NODE -> false;
      case KILL_CONTAINER -> startedAfter(pod, from);
      case PAUSE_POD -> !now.isBefore(from.plusSeconds(planned.durationSeconds()));
      case CUT_NETWORK -> ended;
      case SWITCHOVER -> isPrimary(pod);
    };
  }

  /** The kubelet reports whole seconds. */
  private static boolean startedAfter(Pod pod, Instant from) {
    return pod.getStatus().getContainerStatuses().stream()
        .map(ContainerStatus::getState)
        .filter(state -> state != null && state.getRunning() != null)
        .map(state -> Instant.parse(state.getRunning().getStartedAt()))
        .anyMatch(started -> !started.isBefore(from.truncatedTo(ChronoUnit.SECONDS)));
  }

  private static Instant since(PodCondition condition, Instant now) {
    return condition.getLastTransitionTime() == null
        ? now
        : Instant.parse(condition.getLastTransitionTime());
  }

  private static Optional<PodCondition> readyCondition(Pod pod) {
    return pod.getMetadata().getDeletionTimestamp() != null || pod.getStatus() == null
        ? Optional.empty()
        : pod.getStatus().getConditions().stream()
            .filter(one -> "Ready".equals(one.getType()) && "True".equals(one.getStatus()))
            .findFirst();
  }
}
