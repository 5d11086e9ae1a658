package dev.scalelab.operator.loadrun;

import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.platform.Tier;
import dev.scalelab.operator.testbed.LostPod;
import dev.scalelab.operator.testbed.PodGroup;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Finds servers that are ready but not warm, since they started under the warm-up. Pure. */
public final class ColdServers {
  private ColdServers() {}

  /**
   * Why the servers are not warm; empty if they are, or if no pod of the warm-up is left that shows
   * when it began.
   *
   * @param groups of a configuration whose servers are all ready
   * @param pods all pods of its experiment
   */
  public static Optional<String> of(
      Configuration configuration, List<PodGroup> groups, List<Pod> pods) {
    String warmUp = Names.warmUpJob(configuration.name());
    List<PodGroup> servers =
        groups.stream().filter(group -> group.tier().equals(Tier.APPLICATION)).toList();
    return pods.stream()
        .filter(pod -> Objects.equals(warmUp, pod.getMetadata().getLabels().get(LoadRuns.JOB_NAME)))
        .map(pod -> Instant.parse(pod.getMetadata().getCreationTimestamp()))
        .min(Instant::compareTo)
        .flatMap(begin -> LostPod.since(begin, servers, pods, node -> false).stream().findFirst())
        .map(lost -> lost + ", after the warm-up had begun, and is not warm");
  }
}
