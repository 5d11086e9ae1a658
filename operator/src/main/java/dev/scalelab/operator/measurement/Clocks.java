package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.ClockBounds;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.StepClocks;
import dev.scalelab.operator.api.StepResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * Checks whether the clocks agree by which a run was measured: load generators report windows by
 * their clock, samples have the time of Prometheus' clock, and restarts are counted from the
 * operator's.
 */
final class Clocks {
  /** As for several load generators: the evidence of a window is that of another one otherwise. */
  private static final long ALLOWED_MILLIS = 1000;

  private Clocks() {}

  /**
   * Clocks that differ for certain. The bounds of several steps are of the same clocks, and
   * narrower together.
   */
  static List<Invalid> check(List<StepResult> steps) {
    Optional<ClockBounds> generator = joined(steps, StepClocks::generator);
    Optional<ClockBounds> prometheus = joined(steps, StepClocks::prometheus);
    List<Invalid> found = new ArrayList<>();
    generator.ifPresent(bounds -> check("the load generator's", bounds, "the operator's", found));
    prometheus.ifPresent(bounds -> check("Prometheus'", bounds, "the operator's", found));
    if (found.isEmpty() && generator.isPresent() && prometheus.isPresent()) {
      ClockBounds between = generator.get().from(prometheus.get());
      check("the load generator's", between, "Prometheus'", found);
    }
    return found;
  }

  private static Optional<ClockBounds> joined(
      List<StepResult> steps, Function<StepClocks, ClockBounds> clock) {
    return steps.stream()
        .map(StepResult::clocks)
        .filter(Objects::nonNull)
        .map(clock)
        .filter(Objects::nonNull)
        .reduce(ClockBounds::and);
  }

  private static void check(String one, ClockBounds bounds, String other, List<Invalid> found) {
    long least = bounds.leastMillis();
    if (Math.abs(least) > ALLOWED_MILLIS) {
      found.add(
          Invalid.of(
              Reason.CLOCKS_DIFFER,
              "%s clock is at least %.1f s %s %s, so the evidence may be of another time than the"
                  + " load: synchronize the clocks of their nodes",
              one,
              Math.abs(least) / 1000.0,
              least > 0 ? "ahead of" : "behind",
              other));
    }
  }
}
