package dev.scalelab.operator.analysis;

import dev.scalelab.operator.analysis.ScalingAnalysis.Measured;
import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.FigureIntervals;
import dev.scalelab.operator.api.FigureIntervalsBuilder;
import dev.scalelab.operator.api.Interval;
import dev.scalelab.operator.api.ResponseTimes;
import dev.scalelab.operator.api.ResultNote;
import dev.scalelab.operator.api.RoundFigures;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.api.SweepOrder;
import dev.scalelab.operator.measurement.Rounding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Adds the intervals to rows of an experiment. */
public final class RowIntervals {
  private final Map<String, Measured> measured = new HashMap<>();
  private final Map<String, Measured> smallest;
  private final RoundTable peaks;
  private final RoundTable capacities;
  private final RoundTable means;

  /**
   * @param all the measured configurations, those of one system in ascending replica counts
   */
  public RowIntervals(List<Measured> all) {
    all.forEach(one -> measured.put(one.configuration().name(), one));
    smallest = ScalingAnalysis.smallest(all, one -> one.configuration().system());
    peaks = Measured.peaks(all);
    capacities = Measured.capacities(all);
    means = Measured.table(all, RoundFigures::meanMillis);
  }

  /** The row with its intervals and notes; one that was not measured stays as it is. */
  public ConfigurationResult of(ConfigurationResult row) {
    Measured own = row.measured() ? measured.get(row.trial()) : null;
    if (own == null || own.rounds().isEmpty()) {
      return row;
    }
    List<ResultNote> notes = new ArrayList<>();
    if (!own.peakReached()) {
      notes.add(ResultNote.PEAK_NOT_REACHED);
    }
    if (unsteady(own.rounds())) {
      notes.add(ResultNote.NOT_STEADY);
    }
    FigureIntervals intervals = null;
    if (own.rounds().size() < 2) {
      notes.add(ResultNote.ONE_ROUND);
    } else {
      if (hadTheSameServers(own.configuration().spec())) {
        notes.add(ResultNote.SAME_SERVERS);
      }
      intervals = intervals(own, notes);
    }
    return row.withIntervals(intervals).withNotes(notes.isEmpty() ? null : List.copyOf(notes));
  }

  /** After a disturbance there are others. */
  private static boolean hadTheSameServers(ScalabilityExperimentSpec spec) {
    return spec.sweep().order() == SweepOrder.LISTED && spec.disturbances().isEmpty();
  }

  /** One of several rounds may look unsteady by chance. */
  private static boolean unsteady(List<RoundFigures> rounds) {
    long found = rounds.stream().filter(round -> round.unsteady() != null).count();
    return found >= Math.min(2, rounds.size());
  }

  private FigureIntervals intervals(Measured own, List<ResultNote> notes) {
    String name = own.configuration().name();
    Measured first = smallest.get(own.configuration().system());
    Optional<LogInterval> speedup =
        first == own
            ? Optional.empty()
            : Intervals.ratio(peaks, name, first.configuration().name()).map(Ratio::interval);
    double ideal = (double) own.configuration().replicas() / first.configuration().replicas();
    Percentages percentages = new Percentages(own, notes);
    return FigureIntervalsBuilder.builder()
        .peakPerSecond(rounded(Intervals.of(peaks, name)))
        .capacityPerSecond(rounded(Intervals.of(capacities, name)))
        .meanMillis(rounded(Intervals.of(means, name)))
        .p50Millis(percentages.of(50, own.result().p50Millis()))
        .p90Millis(percentages.of(90, own.result().p90Millis()))
        .p95Millis(percentages.of(95, own.result().p95Millis()))
        .p99Millis(percentages.of(99, own.result().p99Millis()))
        .speedup(rounded(speedup))
        .efficiency(rounded(speedup.map(ratio -> ratio.times(1 / ideal))))
        .build();
  }

  private static Interval rounded(Optional<LogInterval> interval) {
    return interval
        .map(found -> new Interval(Rounding.two(found.low()), Rounding.two(found.high())))
        .orElse(null);
  }

  /** Intervals of the percentiles of one configuration. */
  private record Percentages(Measured own, List<ResultNote> notes) {

    /**
     * @param all the percentile of all rounds together
     */
    Interval of(int percentile, Double all) {
      List<RoundFigures> rounds = own.rounds();
      List<Double> leavingOut =
          rounds.stream()
              .map(RoundFigures::others)
              .filter(Objects::nonNull)
              .map(others -> percentile(others, percentile))
              .filter(Objects::nonNull)
              .toList();
      if (all == null || leavingOut.size() < rounds.size()) {
        return null;
      }
      long completed =
          rounds.stream()
              .map(RoundFigures::completed)
              .filter(Objects::nonNull)
              .mapToLong(Long::longValue)
              .sum();
      if (!Jackknife.enough(completed, percentile)) {
        if (!notes.contains(ResultNote.TOO_FEW_TRANSACTIONS)) {
          notes.add(ResultNote.TOO_FEW_TRANSACTIONS);
        }
        return null;
      }
      return rounded(Jackknife.of(all, leavingOut));
    }

    private static Double percentile(ResponseTimes times, int percentile) {
      return times.percentile(Integer.toString(percentile));
    }
  }
}
