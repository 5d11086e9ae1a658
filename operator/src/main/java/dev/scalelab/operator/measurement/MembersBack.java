package dev.scalelab.operator.measurement;

import dev.scalelab.operator.measurement.Series.Sample;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToIntFunction;

/**
 * When a cluster is whole again after a disturbance, from samples of each member's view of it.
 * Pure.
 */
final class MembersBack {
  private MembersBack() {}

  /**
   * Seconds until every member has reported a view with all members, and none reports a smaller one
   * afterwards; 0 if no view was ever smaller; empty if it is not whole again, as far as is known.
   *
   * @param views samples of each member's view, by its pod
   * @param membersSeen how many members the view of a pod has when its cluster is whole
   * @param servers number of servers
   * @param from when the disturbance was made, in seconds since 1970
   */
  static OptionalDouble seconds(
      List<Series> views, ToIntFunction<String> membersSeen, int servers, double from) {
    double lastSmaller =
        views.stream()
            .flatMap(
                view ->
                    view.samples().stream()
                        .filter(
                            sample -> sample.value() < membersSeen.applyAsInt(view.label("pod"))))
            .filter(sample -> sample.time() >= from)
            .mapToDouble(Sample::time)
            .max()
            .orElse(Double.NaN);
    if (Double.isNaN(lastSmaller)) {
      return OptionalDouble.of(0);
    }
    List<Sample> whole =
        views.stream()
            .flatMap(
                view ->
                    view.samples().stream()
                        .filter(sample -> sample.time() > lastSmaller)
                        .findFirst()
                        .stream())
            .toList();
    return whole.size() < servers
        ? OptionalDouble.empty()
        : OptionalDouble.of(whole.stream().mapToDouble(Sample::time).max().orElseThrow() - from);
  }
}
