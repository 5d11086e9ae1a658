package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.CacheEvidence;
import dev.scalelab.operator.measurement.WindowQueries.Figure;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** What the Infinispan servers report in one window. */
final class CacheFigures {
  private final WindowQueries window;
  private final CacheQueries queries;
  private final PlannedRestarts restarts;

  CacheFigures(WindowQueries window, CacheQueries queries, PlannedRestarts restarts) {
    this.window = window;
    this.queries = queries;
    this.restarts = restarts;
  }

  CacheEvidence all() {
    OptionalDouble hits = sum(window.increases(queries.hits()));
    OptionalDouble misses = sum(window.increases(queries.misses()));
    OptionalDouble stores = sum(window.increases(queries.stores()));
    OptionalDouble removals = sum(window.increases(queries.removals()));
    OptionalDouble reads = plus(hits, misses);
    return new CacheEvidence(
        members(),
        perSecond(reads),
        perSecond(plus(stores, removals)),
        reads.orElse(0) > 0
            ? (Double) Rounding.two(100 * hits.getAsDouble() / reads.getAsDouble())
            : null,
        Rounding.two(heapPercent()));
  }

  /** As with application servers, one without a report is not counted as a member. */
  private Integer members() {
    Map<String, Double> views = new HashMap<>();
    window
        .lowest(queries.members())
        .forEach(view -> views.merge(view.label("pod"), view.value(), Math::min));
    views.keySet().removeAll(restarts.pods());
    return views.values().stream()
        .min(Double::compare)
        .map(smallest -> Math.min(smallest.intValue(), views.size()))
        .orElse(null);
  }

  private OptionalDouble heapPercent() {
    Map<String, Double> max = Figure.byPod(window.highest(queries.heapMax()));
    return Figure.byPod(window.highest(queries.heapUsed())).entrySet().stream()
        .filter(used -> max.getOrDefault(used.getKey(), 0.0) > 0)
        .mapToDouble(used -> 100 * used.getValue() / max.get(used.getKey()))
        .max();
  }

  private Double perSecond(OptionalDouble growth) {
    return growth.isPresent()
        ? (Double) Rounding.two(growth.getAsDouble() / window.seconds())
        : null;
  }

  private static OptionalDouble plus(OptionalDouble one, OptionalDouble other) {
    return one.isPresent() && other.isPresent()
        ? OptionalDouble.of(one.getAsDouble() + other.getAsDouble())
        : OptionalDouble.empty();
  }

  private static OptionalDouble sum(List<Figure> figures) {
    return figures.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(figures.stream().mapToDouble(Figure::value).sum());
  }
}
