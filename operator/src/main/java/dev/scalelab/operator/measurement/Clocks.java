package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.ClockBounds;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.StepClocks;
import dev.scalelab.operator.api.StepResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Checks whether the clocks agree by which a run was measured: load generators report windows by
 * their clock, samples have the time of Prometheus' clock or, those of CPU, of the clock of their
 * node, and restarts are counted from the operator's.
 */
final class Clocks {
  private Clocks() {}

  /** What two clocks differ by. */
  private record Difference(String one, ClockBounds bounds, String other) {
    long millis() {
      return Math.abs(bounds.leastMillis());
    }
  }

  /**
   * Clocks that differ for certain; of several generators the one that differs most. The bounds of
   * several steps are of the same clocks, and narrower together.
   */
  static List<Invalid> check(List<StepResult> steps) {
    List<StepClocks> known =
        steps.stream().map(StepResult::clocks).filter(Objects::nonNull).toList();
    Map<String, ClockBounds> generators = new TreeMap<>();
    known.stream()
        .map(StepClocks::generators)
        .filter(Objects::nonNull)
        .forEach(step -> step.forEach((pod, one) -> generators.merge(pod, one, ClockBounds::and)));
    Optional<ClockBounds> prometheus =
        known.stream()
            .map(StepClocks::prometheus)
            .filter(Objects::nonNull)
            .reduce(ClockBounds::and);
    List<Invalid> found = new ArrayList<>();
    worst(generators, bounds -> bounds, "the operator's").ifPresent(found::add);
    prometheus
        .map(bounds -> new Difference("Prometheus'", bounds, "the operator's"))
        .flatMap(Clocks::invalid)
        .ifPresent(found::add);
    if (found.isEmpty() && prometheus.isPresent()) {
      worst(generators, bounds -> bounds.from(prometheus.get()), "Prometheus'")
          .ifPresent(found::add);
    }
    worstNode(known).ifPresent(found::add);
    return found;
  }

  /**
   * A sample from the future is enough. One that is too old may be late for once, because the
   * machine was busy: a clock that is behind is so in every step.
   */
  private static Optional<Invalid> worstNode(List<StepClocks> steps) {
    List<Map<String, ClockBounds>> compared =
        steps.stream()
            .filter(step -> step.prometheus() != null)
            .map(step -> step.nodes() == null ? Map.<String, ClockBounds>of() : step.nodes())
            .toList();
    return compared.stream()
        .flatMap(step -> step.entrySet().stream())
        .filter(
            node ->
                node.getValue().leastMillis() > 0
                    || compared.stream().allMatch(step -> step.containsKey(node.getKey())))
        .map(
            node ->
                new Difference(
                    "node %s's".formatted(node.getKey()), node.getValue(), "Prometheus'"))
        .max(Comparator.comparingLong(Difference::millis))
        .flatMap(Clocks::invalid);
  }

  private static Optional<Invalid> worst(
      Map<String, ClockBounds> generators, UnaryOperator<ClockBounds> compared, String other) {
    return generators.entrySet().stream()
        .map(
            one ->
                new Difference(
                    generators.size() == 1
                        ? "the load generator's"
                        : "load generator %s's".formatted(one.getKey()),
                    compared.apply(one.getValue()),
                    other))
        .max(Comparator.comparingLong(Difference::millis))
        .flatMap(Clocks::invalid);
  }

  private static Optional<Invalid> invalid(Difference found) {
    return found.millis() <= ComparedClocks.ALLOWED_MILLIS
        ? Optional.empty()
        : Optional.of(
            Invalid.of(
                Reason.CLOCKS_DIFFER,
                "%s clock is at least %.1f s %s %s, so the evidence may be of another time than the"
                    + " load: synchronize the clocks of their nodes",
                found.one(),
                found.millis() / 1000.0,
                found.bounds().leastMillis() > 0 ? "ahead of" : "behind",
                found.other()));
  }
}
