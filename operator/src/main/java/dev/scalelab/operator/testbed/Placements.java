package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.PodPlacement;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.Tier;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The placements of the pods of a trial. */
final class Placements {
  private Placements() {}

  /** Those of the scheduled ones, with what each has beside its template. */
  static List<PodPlacement> of(Stream<Pod> pods, PodTemplates templates) {
    return pods.filter(pod -> pod.getSpec().getNodeName() != null)
        .map(
            pod ->
                Placement.of(
                    pod, tier(pod).map(tier -> templates.additions(pod, tier)).orElse(List.of())))
        .toList();
  }

  private static Optional<Tier> tier(Pod pod) {
    String label = pod.getMetadata().getLabels().get(Labels.TIER);
    return Arrays.stream(Tier.values()).filter(tier -> tier.label().equals(label)).findFirst();
  }
}
