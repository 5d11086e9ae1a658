package dev.scalelab.operator.measurement;

import dev.scalelab.operator.plan.ServerGroup;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Predicate;

/** How many servers are members of clusters, from the views that they have. Pure. */
final class ClusterSize {
  private ClusterSize() {}

  /**
   * Members in the smallest view of each group of servers, together; empty without any view.
   *
   * @param views the smallest view of each server, by the name of its pod
   */
  static OptionalInt members(Map<String, Double> views, List<ServerGroup> groups) {
    return views.isEmpty()
        ? OptionalInt.empty()
        : OptionalInt.of(groups.stream().mapToInt(group -> members(views, group, groups)).sum());
  }

  private static int members(
      Map<String, Double> views, ServerGroup group, List<ServerGroup> groups) {
    Predicate<String> own = pod -> groups.size() == 1 || group.pods().contains(pod);
    List<Double> found =
        views.entrySet().stream()
            .filter(v -> own.test(v.getKey()))
            .map(Map.Entry::getValue)
            .toList();
    return found.stream()
        .min(Double::compare)
        // Members of another partition's cluster are too many: as bad as one that is missing.
        .filter(smallest -> groups.size() == 1 || smallest <= group.servers())
        .map(smallest -> Math.min(smallest.intValue(), found.size()))
        .orElse(0);
  }
}
