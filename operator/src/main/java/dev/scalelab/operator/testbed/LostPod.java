package dev.scalelab.operator.testbed;

import dev.scalelab.operator.platform.PodTrouble;
import dev.scalelab.operator.platform.Tier;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateRunning;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A pod of a testbed that has not run all the time since a moment. Pure.
 *
 * @param tier its tier
 * @param pod its name; null if it is gone
 * @param how what became of it, for users
 */
public record LostPod(Tier tier, String pod, String how) {
  /**
   * Those of some groups.
   *
   * @param moment from when on they had to run; Kubernetes reports whole seconds
   * @param pods all pods of their experiment
   * @param nodeLost whether a node does not answer any more; called for pods that are not ready
   */
  public static List<LostPod> since(
      Instant moment, List<PodGroup> groups, List<Pod> pods, Predicate<String> nodeLost) {
    Instant second = moment.truncatedTo(ChronoUnit.SECONDS);
    List<LostPod> lost = new ArrayList<>();
    for (PodGroup group : groups) {
      List<Pod> found = pods.stream().filter(group::selects).toList();
      found.forEach(
          pod ->
              ended(pod, group.container(), second)
                  .or(() -> onLostNode(pod, nodeLost))
                  .map(how -> new LostPod(group.tier(), pod.getMetadata().getName(), how))
                  .ifPresent(lost::add));
      if (found.size() < group.count()) {
        String how = "%d of %d pods of %s are gone";
        int gone = group.count() - found.size();
        lost.add(new LostPod(group.tier(), null, how.formatted(gone, group.count(), group.text())));
      }
    }
    return List.copyOf(lost);
  }

  /** Its clock is that of the API server, except for containers that were started again. */
  private static Optional<String> ended(Pod pod, String container, Instant second) {
    if (pod.getMetadata().getDeletionTimestamp() != null) {
      return Optional.of("is being deleted");
    }
    Optional<String> created =
        Optional.of(pod.getMetadata().getCreationTimestamp())
            .filter(time -> Instant.parse(time).isAfter(second));
    return created.isPresent()
        ? created.map("was created at "::concat)
        : pod.getStatus().getContainerStatuses().stream()
            .filter(status -> status.getName().equals(container))
            .flatMap(LostPod::times)
            .filter(time -> Instant.parse(time).isAfter(second))
            .findFirst()
            .map("had a container that ended or started at "::concat);
  }

  private static Stream<String> times(ContainerStatus status) {
    Stream<String> ends =
        Stream.of(status.getState(), status.getLastState())
            .filter(Objects::nonNull)
            .map(ContainerState::getTerminated)
            .filter(Objects::nonNull)
            .map(ContainerStateTerminated::getFinishedAt);
    Stream<String> start =
        Stream.of(status)
            .filter(one -> one.getRestartCount() != null && one.getRestartCount() > 0)
            .map(ContainerStatus::getState)
            .filter(Objects::nonNull)
            .map(ContainerState::getRunning)
            .filter(Objects::nonNull)
            .map(ContainerStateRunning::getStartedAt);
    return Stream.concat(ends, start).filter(Objects::nonNull);
  }

  private static Optional<String> onLostNode(Pod pod, Predicate<String> nodeLost) {
    String node = pod.getSpec().getNodeName();
    return node != null && !PodTrouble.ready(pod) && nodeLost.test(node)
        ? Optional.of("is on node %s, which does not answer".formatted(node))
        : Optional.empty();
  }

  @Override
  public String toString() {
    return pod == null ? how : "pod " + pod + " " + how;
  }
}
