package dev.scalelab.operator.measurement;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingDouble;
import static java.util.stream.Collectors.toSet;

import dev.scalelab.operator.measurement.WindowQueries.Figure;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/** The figures of all {@link Signal signals} in one window. */
final class SignalFigures {
  private final WindowQueries window;
  private final Queries queries;
  private final Subject subject;
  private final Reporters reporters;
  private final Map<Signal, List<Figure>> found = new EnumMap<>(Signal.class);

  /** Queries the signals of a testbed, without those of databases if it has none. */
  SignalFigures(WindowQueries window, Queries queries, Subject subject) {
    this.window = window;
    this.queries = queries;
    this.subject = subject;
    this.reporters = new Reporters(subject);
    boolean withDatabase = subject.contract().database();
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

  /** Without another matcher for them, all counters of the servers are one request. */
  private static boolean counts(SignalScope scope, Figure figure) {
    return scope.type().map(type -> figure.label("type").equals(type)).orElse(true);
  }

  /** The labels of which each figure has its own; none of the balancer, which is one pod. */
  private static String label(SignalScope scope) {
    return switch (scope) {
      case POOLS -> "name, pod";
      case BALANCER -> "";
      default -> "pod";
    };
  }

  /** Those that are not of a database, by their keys; null if none is known. */
  Map<String, Double> all() {
    return values(signal -> !signal.scope().ofDatabase(), null, (scope, figure) -> true);
  }

  /**
   * Those of one database.
   *
   * @param pods which pods are its instances
   */
  Map<String, Double> of(String database, Predicate<String> pods) {
    Predicate<Figure> pools = subject.poolsOf(database);
    return values(
        signal -> signal.scope().ofDatabase(),
        database,
        (scope, figure) ->
            scope == SignalScope.POOLS ? pools.test(figure) : pods.test(figure.label("pod")));
  }

  /** The figures that all pods report which have to. */
  private Map<String, Double> values(
      Predicate<Signal> which, String database, BiPredicate<SignalScope, Figure> series) {
    Map<String, Double> values = new TreeMap<>();
    found.forEach(
        (signal, figures) -> {
          List<Figure> own =
              figures.stream().filter(figure -> series.test(signal.scope(), figure)).toList();
          if (which.test(signal) && reporters.areAll(signal.scope(), database, pods(own))) {
            double seconds = signal.kind().isGrowth() ? window.seconds() : 1;
            sum(signal.kind(), own)
                .ifPresent(sum -> values.put(signal.key(), Rounding.three(sum / seconds)));
          }
        });
    return values.isEmpty() ? null : values;
  }

  private static Set<String> pods(List<Figure> figures) {
    return figures.stream().map(figure -> figure.label("pod")).collect(toSet());
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
