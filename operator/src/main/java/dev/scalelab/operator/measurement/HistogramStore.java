package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.ResponseTimes;
import dev.scalelab.operator.loadrun.LoadRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * The data of the ConfigMap with a run's histograms: one key per step (step-01), with one line per
 * kind of transaction: its name and its histogram as written by {@link Histograms}. Another key
 * (step-01-sent) has a single histogram of the same transactions' times from the sending, if the
 * load generator reports it; a third (step-01-series) what it counted in each second, as written by
 * {@link StepSeries}; and a fourth (step-01-parts) a line with the number of seconds of each part
 * of the step and a line with the histogram of each part.
 */
public final class HistogramStore {
  /**
   * Name of the line with every transaction's values, used when separate kinds would need too much
   * space.
   */
  public static final String ALL = "all";

  /**
   * A ConfigMap is limited to 1 MiB with its metadata; in characters, which are single bytes here.
   */
  static final int MAX_CHARACTERS = 900_000;

  private static final String SENT = "-sent";
  private static final String SERIES = "-series";
  private static final String PARTS = "-parts";

  private HistogramStore() {}

  /**
   * The data with a step added or replaced. If it would exceed 900 KB, histograms of parts of steps
   * are left out, then the series of each second; then kinds of transactions are merged in every
   * step, then times from the sending are left out, and then the precision is reduced from 0.1 % to
   * 1 %.
   *
   * @param data current data of the ConfigMap; not changed
   */
  public static Map<String, String> with(Map<String, String> data, LoadRecord.Step step) {
    Map<String, String> grown = new TreeMap<>(data);
    grown.put(key(step.step()), text(StepMeasurement.histograms(step)));
    if (step.sentHistogram() != null) {
      Histogram sent = Histograms.decode(step.sentHistogram());
      grown.put(key(step.step()) + SENT, Histograms.encode(sent));
    }
    if (step.series() != null) {
      grown.putAll(series(key(step.step()), step.series()));
    }
    leaveOut(PARTS, grown);
    leaveOut(SERIES, grown);
    if (size(grown) > MAX_CHARACTERS) {
      grown.replaceAll((key, text) -> key.endsWith(SENT) ? text : coarser(text, Histograms.DIGITS));
    }
    leaveOut(SENT, grown);
    if (size(grown) > MAX_CHARACTERS) {
      grown.replaceAll((key, text) -> coarser(text, Histograms.COARSE_DIGITS));
    }
    return grown;
  }

  /** What an own load generator has damaged is left out: the step does not depend on it. */
  private static Map<String, String> series(String step, LoadRecord.Series series) {
    try {
      StepSeries.decode(series.perSecond());
      series.histograms().forEach(Histograms::decode);
    } catch (IllegalArgumentException damaged) {
      return Map.of();
    }
    return Map.of(
        step + SERIES,
        series.perSecond(),
        step + PARTS,
        series.histogramSeconds() + "\n" + String.join("\n", series.histograms()));
  }

  private static void leaveOut(String kind, Map<String, String> data) {
    if (size(data) > MAX_CHARACTERS) {
      data.keySet().removeIf(key -> key.endsWith(kind));
    }
  }

  /** What was counted in each second of a step; empty if it is not known, or damaged. */
  public static Optional<StepSeries> series(Map<String, String> data, int step) {
    try {
      return Optional.ofNullable(data.get(key(step) + SERIES)).map(StepSeries::decode);
    } catch (IllegalArgumentException damaged) {
      return Optional.empty();
    }
  }

  /**
   * Whether the data has a step as it was recorded.
   *
   * @param completed number of its completed transactions
   */
  public static boolean holds(Map<String, String> data, int step, long completed) {
    try {
      boolean sent = !data.containsKey(key(step) + SENT) || count(sent(data, step)) == completed;
      return sent && count(step(data, step)) == completed;
    } catch (IllegalArgumentException damaged) {
      return false;
    }
  }

  private static long count(Histogram histogram) {
    return histogram.getTotalCount();
  }

  /**
   * The histogram of all transactions of a step, in microseconds; empty if the step is missing.
   *
   * @throws IllegalArgumentException when the data was damaged
   */
  public static Histogram step(Map<String, String> data, int step) {
    return Histograms.merge(transactions(data, step).values());
  }

  /**
   * The histogram of one step over several runs: the source of a configuration's percentiles.
   *
   * @param runs the data of each run's ConfigMap
   */
  public static Histogram step(List<Map<String, String>> runs, int step) {
    List<Histogram> all = new ArrayList<>();
    runs.forEach(run -> all.add(step(run, step)));
    return Histograms.merge(all);
  }

  /** Times of all transactions of a step from the sending; empty if they are missing. */
  static Histogram sent(Map<String, String> data, int step) {
    String text = data.get(key(step) + SENT);
    return text == null ? new Histogram(Histograms.COARSE_DIGITS) : Histograms.decode(text);
  }

  /** The percentiles of one step over several runs. */
  public static ResponseTimes percentiles(List<Map<String, String>> runs, int step) {
    List<Histogram> sent = runs.stream().map(run -> sent(run, step)).toList();
    return Percentiles.of(step(runs, step), Histograms.merge(sent, Histograms.COARSE_DIGITS));
  }

  /** The percentiles of one step over all runs but the first, over all but the second and so on. */
  public static List<ResponseTimes> leavingOutEach(List<Map<String, String>> runs, int step) {
    List<Histogram> each = runs.stream().map(run -> step(run, step)).toList();
    return IntStream.range(0, each.size())
        .mapToObj(
            left -> {
              List<Histogram> others = new ArrayList<>(each);
              others.remove(left);
              return Percentiles.of(Histograms.merge(others));
            })
        .toList();
  }

  /** The histogram of each kind of transaction of a step, by name; {@link #ALL} if merged. */
  public static Map<String, Histogram> transactions(Map<String, String> data, int step) {
    return parse(data.getOrDefault(key(step), ""));
  }

  private static String key(int step) {
    return "step-%02d".formatted(step);
  }

  private static int size(Map<String, String> data) {
    return data.entrySet().stream()
        .mapToInt(entry -> entry.getKey().length() + entry.getValue().length())
        .sum();
  }

  private static String text(Map<String, Histogram> histograms) {
    StringBuilder text = new StringBuilder();
    new TreeMap<>(histograms)
        .forEach(
            (name, histogram) ->
                text.append(name).append(' ').append(Histograms.encode(histogram)).append('\n'));
    return text.toString();
  }

  private static String coarser(String text, int digits) {
    return text(Map.of(ALL, Histograms.merge(parse(text).values(), digits)));
  }

  private static Map<String, Histogram> parse(String text) {
    Map<String, Histogram> histograms = new TreeMap<>();
    text.lines()
        .forEach(
            line -> {
              int space = line.indexOf(' ');
              if (space < 1) {
                throw new IllegalArgumentException("a histogram's line must begin with its name");
              }
              histograms.put(
                  line.substring(0, space), Histograms.decode(line.substring(space + 1)));
            });
    return histograms;
  }
}
