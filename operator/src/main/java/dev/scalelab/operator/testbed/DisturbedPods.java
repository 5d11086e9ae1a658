package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.DisturbanceResult;
import dev.scalelab.operator.api.DisturbedPod;
import dev.scalelab.operator.api.PlannedDisturbance;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.time.Instant;
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
    List<Pod> ready =
        new ArrayList<>(
            pods.stream()
                .filter(pod -> readyCondition(pod).isPresent())
                .sorted(
                    Comparator.comparing((Pod pod) -> !isPrimary(pod))
                        .thenComparing(pod -> pod.getMetadata().getName()))
                .toList());
    if (planned.server() != null) {
      return planned.server() > ready.size()
          ? List.of()
          : List.of(disturbed(ready.get(planned.server() - 1)));
    }
    if (ready.stream().noneMatch(DisturbedPods::isPrimary)) {
      Collections.shuffle(ready, new Random(31 * seed + planned.name().hashCode()));
    }
    return ready.stream().limit(planned.count()).map(DisturbedPods::disturbed).toList();
  }

  private static boolean isPrimary(Pod pod) {
    return "primary".equals(pod.getMetadata().getLabels().get(ROLE));
  }

  private static DisturbedPod disturbed(Pod pod) {
    return new DisturbedPod(
        pod.getMetadata().getName(), pod.getSpec().getNodeName(), pod.getMetadata().getUid());
  }

  /**
   * Since when all pods of a tier are ready again after a disturbance that replaces its pods; empty
   * if they are not.
   *
   * @param wanted how many there have to be
   * @param now for pods whose kubelet does not report since when they are ready
   */
  static Optional<Instant> back(DisturbanceResult made, List<Pod> pods, int wanted, Instant now) {
    Set<String> disturbed = made.pods().stream().map(DisturbedPod::uid).collect(Collectors.toSet());
    List<PodCondition> ready =
        pods.stream()
            .filter(pod -> !disturbed.contains(pod.getMetadata().getUid()))
            .flatMap(pod -> readyCondition(pod).stream())
            .toList();
    return ready.size() < wanted
        ? Optional.empty()
        : ready.stream().map(condition -> since(condition, now)).max(Comparator.naturalOrder());
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
