package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.PodPlacement;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The placements of the pods of a trial. */
final class Placements {
  /** Of all pods of a trial, which is one resource, whoever adds something to them. */
  private static final int MAX_CHARACTERS = 20_000;

  private static final String MORE = "more than is recorded";

  private Placements() {}

  /**
   * Those of the scheduled ones.
   *
   * @param additions what a pod has beside its template
   * @param pinned whether later pods request the same image as a pod
   */
  static List<PodPlacement> of(
      Stream<Pod> pods, Function<Pod, List<String>> additions, Predicate<Pod> pinned) {
    List<PodPlacement> placements = new ArrayList<>();
    int left = MAX_CHARACTERS;
    for (Pod pod : pods.filter(pod -> pod.getSpec().getNodeName() != null).toList()) {
      List<String> added = within(left, additions.apply(pod));
      left -= added.stream().mapToInt(String::length).sum();
      placements.add(Placement.of(pod, added, pinned.test(pod)));
    }
    return List.copyOf(placements);
  }

  /** As many as there is room for, and that there are more. */
  private static List<String> within(int characters, List<String> texts) {
    List<String> kept = new ArrayList<>();
    int left = characters;
    for (String text : texts) {
      left -= text.length();
      if (left < 0) {
        kept.add(MORE);
        break;
      }
      kept.add(text);
    }
    return kept;
  }
}
