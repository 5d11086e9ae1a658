package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.DisturbanceResult;
import dev.scalelab.operator.api.DisturbedPod;
import java.util.List;
import java.util.Optional;

/** Whether pods were cut off from the network, from the scrapes of them meanwhile. Pure. */
final class CutScrapes {
  private CutScrapes() {}

  /**
   * Why it cannot be said that all pods were cut off; empty if they were: the last scrape of each
   * before the end has failed. The first ones may have been in progress.
   *
   * @param scrapes of the time in which they were cut off: 1 for an answer, 0 for none
   */
  static Optional<String> problem(DisturbanceResult made, List<Series> scrapes) {
    return made.pods().stream().flatMap(pod -> problem(pod, scrapes).stream()).findFirst();
  }

  private static Optional<String> problem(DisturbedPod pod, List<Series> scrapes) {
    List<Series> ofPod =
        scrapes.stream()
            .filter(series -> series.label("pod").equals(pod.pod()))
            .filter(series -> !series.samples().isEmpty())
            .toList();
    if (ofPod.isEmpty()) {
      return Optional.of(
          ("Prometheus did not scrape pod %s meanwhile, so that it is not known whether its network"
                  + " was cut: give a durationSeconds of two of its scrape intervals or more")
              .formatted(pod.pod()));
    }
    boolean answered = ofPod.stream().anyMatch(series -> series.value() > 0);
    return answered
        ? Optional.of(
            ("pod %s still answered Prometheus: the cluster's network does not enforce NetworkPolicies,"
                    + " or another NetworkPolicy of the namespace allows its connections")
                .formatted(pod.pod()))
        : Optional.empty();
  }
}
