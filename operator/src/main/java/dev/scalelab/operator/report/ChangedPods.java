package dev.scalelab.operator.report;

import dev.scalelab.operator.api.PodPlacement;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What webhooks and policies added to the pods of a testbed, as text. */
public final class ChangedPods {
  private static final int MAX_TEXTS = 12;

  private ChangedPods() {}

  /** Over all recorded trials; empty if all pods are as requested. */
  static Optional<String> of(Collection<ScalabilityTrialStatus> trials) {
    return text(
        trials.stream()
            .map(ScalabilityTrialStatus::placement)
            .filter(Objects::nonNull)
            .flatMap(List::stream)
            .toList());
  }

  /**
   * Each addition once, with the first pod that has it, for example: application pods have
   * container istio-proxy (small-base-2-app-0).
   */
  public static Optional<String> text(List<PodPlacement> pods) {
    List<String> texts =
        pods.stream()
            .filter(pod -> pod.added() != null)
            .collect(
                Collectors.toMap(
                    pod -> pod.tier() + " pods have " + String.join(", ", pod.added()),
                    PodPlacement::pod,
                    (first, second) -> first,
                    TreeMap::new))
            .entrySet()
            .stream()
            .map(entry -> entry.getKey() + " (" + entry.getValue() + ")")
            .toList();
    return texts.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "not requested by the experiment: "
                + texts.stream().limit(MAX_TEXTS).collect(Collectors.joining("; ")));
  }
}
