package dev.scalelab.operator.report;

import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.Spread;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The rows that an experiment's status has room for: the API server takes objects of up to 1.5 MiB,
 * and a status is sent again with each step. Systems are kept whole, with all their numbers of
 * servers, so that each curve is complete. Pure.
 *
 * @param rows the kept rows, in the order of the plan
 * @param omitted number of rows that are not kept; the trials have their figures
 */
record KeptRows(List<ConfigurationResult> rows, int omitted) {
  /** A row has up to 2 KB, so that together they stay below 640 KiB. */
  static final int MAX = 300;

  /** A system with its rows, and the best of them. */
  private record Curve(
      int index,
      List<ConfigurationResult> rows,
      String ended,
      double capacity,
      double peak,
      double speedup,
      boolean measured) {

    static Curve of(
        int index, List<ConfigurationResult> rows, Function<ConfigurationResult, String> endedAt) {
      return new Curve(
          index,
          rows,
          rows.stream()
              .map(endedAt)
              .filter(Objects::nonNull)
              .max(Comparator.naturalOrder())
              .orElse(""),
          highest(rows, row -> mean(row.capacityPerSecond())),
          highest(rows, row -> mean(row.peakPerSecond())),
          highest(rows, ConfigurationResult::speedup),
          rows.stream().allMatch(ConfigurationResult::measured));
    }

    private static double highest(
        List<ConfigurationResult> rows, Function<ConfigurationResult, Double> figure) {
      return rows.stream()
          .map(figure)
          .filter(Objects::nonNull)
          .mapToDouble(Double::doubleValue)
          .max()
          .orElse(0);
    }

    private static Double mean(Spread figure) {
      return figure == null ? null : figure.mean();
    }
  }

  /**
   * All rows, if there are few. Else in turn the system that ended last, and those with the highest
   * capacity, peak and speed-up, the lowest peak, and a configuration that could not be measured;
   * then the second of each, and so on.
   *
   * @param endedAt when the trial of a row ended; null for a row without a trial
   */
  static KeptRows of(List<ConfigurationResult> all, Function<ConfigurationResult, String> endedAt) {
    if (all.size() <= MAX) {
      return new KeptRows(all, 0);
    }
    List<Curve> curves = curves(all, endedAt);
    BitSet kept = select(curves);
    List<ConfigurationResult> rows =
        curves.stream()
            .filter(curve -> kept.get(curve.index()))
            .flatMap(curve -> curve.rows().stream())
            .toList();
    return new KeptRows(rows, all.size() - rows.size());
  }

  private static List<Curve> curves(
      List<ConfigurationResult> all, Function<ConfigurationResult, String> endedAt) {
    Map<String, List<ConfigurationResult>> systems = new LinkedHashMap<>();
    all.forEach(row -> systems.computeIfAbsent(row.system(), s -> new ArrayList<>()).add(row));
    List<List<ConfigurationResult>> rows = List.copyOf(systems.values());
    return IntStream.range(0, rows.size())
        .mapToObj(index -> Curve.of(index, rows.get(index), endedAt))
        .toList();
  }

  private static BitSet select(List<Curve> curves) {
    Comparator<Curve> newest = Comparator.comparing(Curve::ended).reversed();
    Comparator<Curve> lowest = Comparator.comparingDouble(Curve::peak);
    List<Iterator<Curve>> rankings =
        List.of(
            ranking(curves, newest, curve -> true),
            ranking(curves, highest(Curve::capacity), curve -> curve.capacity() > 0),
            ranking(curves, highest(Curve::peak), curve -> curve.peak() > 0),
            ranking(curves, highest(Curve::speedup), curve -> curve.speedup() > 1),
            ranking(curves, lowest, curve -> curve.peak() > 0),
            ranking(curves, newest, curve -> !curve.measured()));
    BitSet kept = new BitSet();
    int room = MAX;
    while (rankings.stream().anyMatch(Iterator::hasNext)) {
      for (Iterator<Curve> ranking : rankings) {
        room -= keepNext(ranking, kept, room);
      }
    }
    return kept;
  }

  private static Comparator<Curve> highest(ToDoubleFunction<Curve> figure) {
    return Comparator.comparingDouble(figure).reversed();
  }

  private static Iterator<Curve> ranking(
      List<Curve> curves, Comparator<Curve> order, Predicate<Curve> ranked) {
    return curves.stream().filter(ranked).sorted(order).iterator();
  }

  /** Keeps the next one that is not kept yet and has room; returns its number of rows. */
  private static int keepNext(Iterator<Curve> ranking, BitSet kept, int room) {
    while (ranking.hasNext()) {
      Curve next = ranking.next();
      if (!kept.get(next.index()) && next.rows().size() <= room) {
        kept.set(next.index());
        return next.rows().size();
      }
    }
    return 0;
  }
}
