package dev.scalelab.operator.measurement;

import dev.scalelab.operator.measurement.WindowQueries.Figure;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/** What the application servers report in one window. */
final class ServerFigures {
  private final WindowQueries window;
  private final Queries queries;

  ServerFigures(WindowQueries window, Queries queries) {
    this.window = window;
    this.queries = queries;
  }

  /** Share of time in garbage collection, in percent; mean of the servers. */
  OptionalDouble gcPercent() {
    return byPod(window.increases(queries.gcSeconds())).values().stream()
        .mapToDouble(seconds -> 100 * seconds / window.seconds())
        .average();
  }

  /** Used heap against its limit, in percent; highest of the servers. */
  OptionalDouble heapPercent() {
    Map<String, Double> max = byPod(window.highest(queries.heapMax()));
    return byPod(window.highest(queries.heapUsed())).entrySet().stream()
        .filter(used -> max.getOrDefault(used.getKey(), 0.0) > 0)
        .mapToDouble(used -> 100 * used.getValue() / max.get(used.getKey()))
        .max();
  }

  /** Time without an answer from databases, in seconds of the window; maximum of the servers. */
  OptionalDouble databaseLostSeconds() {
    return highest(window.lost(queries.databaseLost(), queries.databaseKept()));
  }

  /** Busy web threads; highest of the servers and of the window. */
  OptionalDouble webThreadsBusy() {
    return highest(window.highest(queries.webThreadsBusy()));
  }

  /** Web threads of a server. */
  OptionalDouble webThreads() {
    return highest(window.highest(queries.webThreadsMax()));
  }

  /**
   * Members in the smallest cluster view that any server had at any time of the window; a server
   * without a report is not counted as a member.
   */
  OptionalInt clusterSize() {
    List<Figure> views = window.lowest(queries.clusterSize());
    Set<String> pods = views.stream().map(view -> view.label("pod")).collect(Collectors.toSet());
    OptionalDouble smallest = views.stream().mapToDouble(Figure::value).min();
    return smallest.isPresent()
        ? OptionalInt.of(Math.min((int) smallest.getAsDouble(), pods.size()))
        : OptionalInt.empty();
  }

  private static OptionalDouble highest(List<Figure> figures) {
    return figures.stream().mapToDouble(Figure::value).max();
  }

  private static Map<String, Double> byPod(List<Figure> figures) {
    Map<String, Double> sums = new HashMap<>();
    figures.forEach(figure -> sums.merge(figure.label("pod"), figure.value(), Double::sum));
    return sums;
  }
}
