package dev.scalelab.operator.measurement;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingDouble;

import dev.scalelab.operator.measurement.WindowQueries.Figure;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/** The figures of all {@link Signal signals} in one window. */
final class SignalFigures {
  private final WindowQueries window;
  private final Queries queries;
  private final Map<Signal, List<Figure>> found = new EnumMap<>(Signal.class);

  /**
   * Queries the signals.
   *
   * @param withDatabase whether there are databases, and pools of connections to them
   */
  SignalFigures(WindowQueries window, Queries queries, boolean withDatabase) {
    this.window = window;
    this.queries = queries;
    Arrays.stream(Signal.values())
        .filter(signal -> withDatabase || !signal.scope().ofDatabase())
        .forEach(signal -> found.put(signal, figures(signal)));
  }

  private List<Figure> figures(Signal signal) {
    String selector = signal.metric() + queries.matchers(signal.scope());
    return switch (signal.kind()) {
      case GROWTH, FASTEST_GROWTH ->
          window.increases(selector).stream()
              .filter(figure -> counts(signal.scope(), figure))
              .toList();
      case MEAN -> window.means(selector, label(signal.scope()));
      case SLOPE -> window.slopes(selector);
      case HIGHEST -> window.highest(selector);
    };
  }

  /**
   * A server's listener counts what its servlets count. Without another matcher for them, all
   * counters of the servers are one request.
   */
  private static boolean counts(SignalScope scope, Figure figure) {
    return switch (scope) {
      case SERVLETS -> figure.label("type").equals("servlet");
      case BEANS -> figure.label("type").equals("stateless-session-bean");
      default -> true;
    };
  }

  /** The label by which the figures of several databases differ; empty where there is one sum. */
  private static String label(SignalScope scope) {
    return switch (scope) {
      case POOLS -> "name, pod";
      case DATABASE, DATABASE_CONTAINERS -> "pod";
      default -> "";
    };
  }

  /** Those that are not of a database, by their keys; null if none is known. */
  Map<String, Double> all() {
    return values(signal -> !signal.scope().ofDatabase(), (scope, figure) -> true);
  }

  /**
   * Those of one database.
   *
   * @param pools which of the servers' pools have its connections
   * @param pods which pods are its instances
   */
  Map<String, Double> of(Predicate<Figure> pools, Predicate<String> pods) {
    return values(
        signal -> signal.scope().ofDatabase(),
        (scope, figure) ->
            scope == SignalScope.POOLS ? pools.test(figure) : pods.test(figure.label("pod")));
  }

  private Map<String, Double> values(
      Predicate<Signal> which, BiPredicate<SignalScope, Figure> series) {
    Map<String, Double> values = new TreeMap<>();
    found.forEach(
        (signal, figures) -> {
          OptionalDouble sum =
              sum(
                  signal.kind(),
                  figures.stream().filter(figure -> series.test(signal.scope(), figure)).toList());
          if (which.test(signal) && sum.isPresent()) {
            double seconds = signal.kind().isGrowth() ? window.seconds() : 1;
            values.put(signal.key(), Rounding.three(sum.getAsDouble() / seconds));
          }
        });
    return values.isEmpty() ? null : values;
  }

  private static OptionalDouble sum(SignalKind kind, List<Figure> figures) {
    return kind == SignalKind.FASTEST_GROWTH
        ? figures.stream()
            .collect(groupingBy(figure -> figure.label("name"), summingDouble(Figure::value)))
            .values()
            .stream()
            .mapToDouble(Double::doubleValue)
            .max()
        : figures.stream().mapToDouble(Figure::value).reduce(Double::sum);
  }
}
