package dev.scalelab.operator.measurement;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingDouble;

import dev.scalelab.operator.measurement.Series.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Figures of series in one window. */
final class WindowQueries {
  /**
   * A gauge is evaluated over at least this time, up to the end of the window, so that there is a
   * sample even for a very short window.
   */
  private static final Duration SHORTEST_GAUGE_WINDOW = Duration.ofSeconds(10);

  private static final Duration REACH = Duration.ofSeconds(CounterWindow.REACH_SECONDS);

  private final JoinedQueries prometheus;
  private final Instant from;
  private final Instant to;

  WindowQueries(JoinedQueries prometheus, Instant from, Instant to) {
    this.prometheus = prometheus;
    this.from = from;
    this.to = to;
  }

  /** One series' figure for the window. */
  record Figure(Map<String, String> labels, double value) {
    String label(String name) {
      return labels.getOrDefault(name, "");
    }

    /** Sum of the figures of each pod. */
    static Map<String, Double> byPod(List<Figure> figures) {
      return figures.stream()
          .collect(groupingBy(figure -> figure.label("pod"), summingDouble(Figure::value)));
    }
  }

  /** Length of the window in seconds. */
  double seconds() {
    return seconds(to) - seconds(from);
  }

  /**
   * Growth of each counter of a selector, in the counter's unit; only series with sufficient
   * samples (see {@link CounterWindow}). The raw samples around the two ends are requested, so that
   * an hour's window costs no more than a minute's.
   */
  List<Figure> increases(String selector) {
    return growths(
        samples(selector),
        (labels, samples) -> CounterWindow.increase(samples, seconds(from), seconds(to)));
  }

  /**
   * The same for counters of outage seconds.
   *
   * @param ages selector of the gauges, with the same labels, of the time since each of them grew
   */
  List<Figure> lost(String selector, String ages) {
    // In this order, or in one request: so each of the counters' samples has its age.
    Map<Map<String, String>, List<Sample>> counters = samples(selector);
    Map<Map<String, String>, List<Sample>> known = samples(ages);
    return growths(
        counters,
        (labels, samples) ->
            CounterWindow.lost(
                samples, known.getOrDefault(labels, List.of()), seconds(from), seconds(to)));
  }

  private interface Growth {
    OptionalDouble of(Map<String, String> labels, List<Sample> samples);
  }

  private static List<Figure> growths(
      Map<Map<String, String>, List<Sample>> counters, Growth growth) {
    List<Figure> figures = new ArrayList<>();
    counters.forEach(
        (labels, samples) ->
            growth.of(labels, samples).ifPresent(value -> figures.add(new Figure(labels, value))));
    return figures;
  }

  /** Samples around both ends of the window, oldest first, by the labels of their series. */
  private Map<Map<String, String>, List<Sample>> samples(String selector) {
    Map<Map<String, String>, TreeMap<Double, Sample>> samples = new LinkedHashMap<>();
    for (Series series : atBothEnds(selector)) {
      Map<String, String> labels = new TreeMap<>(series.labels());
      labels.remove("__name__");
      TreeMap<Double, Sample> known = samples.computeIfAbsent(labels, none -> new TreeMap<>());
      series.samples().forEach(sample -> known.put(sample.time(), sample));
    }
    Map<Map<String, String>, List<Sample>> oldestFirst = new LinkedHashMap<>();
    samples.forEach((labels, known) -> oldestFirst.put(labels, List.copyOf(known.values())));
    return oldestFirst;
  }

  private boolean isShort() {
    return Duration.between(from, to).compareTo(REACH.multipliedBy(2)) <= 0;
  }

  /** The surroundings of a short window's ends meet: one query returns both. */
  private List<Series> atBothEnds(String selector) {
    return isShort()
        ? prometheus.samples(
            selector, Duration.between(from, to).plus(REACH.multipliedBy(2)), to.plus(REACH))
        : Stream.concat(around(from, selector).stream(), around(to, selector).stream()).toList();
  }

  /** Value of each series of a selector, at the start of the window. */
  List<Figure> atBegin(String selector) {
    return at(from, selector);
  }

  /** Value of each series of a selector, at the end of the window. */
  List<Figure> atEnd(String selector) {
    return at(to, selector);
  }

  private List<Figure> at(Instant time, String selector) {
    List<Figure> figures = new ArrayList<>();
    for (Series series : isShort() ? atBothEnds(selector) : around(time, selector)) {
      CounterWindow.at(series.samples(), seconds(time))
          .ifPresent(value -> figures.add(new Figure(series.labels(), value)));
    }
    return figures;
  }

  private List<Series> around(Instant time, String selector) {
    return prometheus.samples(selector, REACH.multipliedBy(2), time.plus(REACH));
  }

  /** Highest value of each gauge of a selector. */
  List<Figure> highest(String selector) {
    return figures("max_over_time(%s[%s])".formatted(selector, gaugeWindow()));
  }

  /** Lowest value of each gauge of a selector. */
  List<Figure> lowest(String selector) {
    return figures("min_over_time(%s[%s])".formatted(selector, gaugeWindow()));
  }

  /**
   * First value of each gauge of a selector that was scraped after the window, within a time; a
   * server that was too busy to answer a scrape answers later.
   */
  List<Figure> next(String selector, Duration within) {
    return prometheus.samplesRarely(selector, within, to.plus(within)).stream()
        .map(series -> new Figure(series.labels(), series.samples().get(0).value()))
        .toList();
  }

  /**
   * Mean of each gauge of a selector, added up for each value of a label.
   *
   * @param label empty for one sum of all
   */
  List<Figure> means(String selector, String label) {
    return figures("sum by (%s) (avg_over_time(%s[%s]))".formatted(label, selector, gaugeWindow()));
  }

  /** Growth of each gauge of a selector per second, by its regression line. */
  List<Figure> slopes(String selector) {
    return figures("deriv(%s[%s])".formatted(selector, gaugeWindow()));
  }

  /** Highest sum of all gauges of a selector at any one time. */
  OptionalDouble highestSum(String selector) {
    return figures("max_over_time(sum(%s)[%s:1s])".formatted(selector, gaugeWindow())).stream()
        .mapToDouble(Figure::value)
        .max();
  }

  /** The same for each value of a label. */
  List<Figure> highestSums(String selector, String label) {
    return figures(
        "max_over_time(sum by (%s) (%s)[%s:1s])".formatted(label, selector, gaugeWindow()));
  }

  /**
   * Sum of two gauges that together do not change, to the next whole number. They are not read at
   * the same moment, so under load single sums are inaccurate: hence the median of the five minutes
   * up to the end of the window.
   */
  List<Figure> constantSum(String one, String other) {
    return figures("round(quantile_over_time(0.5, (%s + %s)[5m:5s]))".formatted(one, other));
  }

  /** The value of an expression at the end of the window. */
  List<Figure> figures(String expression) {
    return prometheus.values(expression, to).stream()
        .map(series -> new Figure(series.labels(), series.value()))
        .toList();
  }

  /** The window as a PromQL duration, in milliseconds. */
  String gaugeWindow() {
    return gaugeWindow(Duration.ZERO);
  }

  /**
   * The window as a PromQL duration without its start: for a gauge whose value may be this old when
   * it is scraped, and then describes the time before the window.
   */
  String gaugeWindow(Duration age) {
    Duration window = Duration.between(from, to).minus(age);
    return Math.max(window.toMillis(), SHORTEST_GAUGE_WINDOW.toMillis()) + "ms";
  }

  private static double seconds(Instant time) {
    return time.toEpochMilli() / 1000.0;
  }
}
