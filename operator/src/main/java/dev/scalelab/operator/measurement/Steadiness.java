package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.Estimate;
import dev.scalelab.operator.api.SteadyClass;
import dev.scalelab.operator.api.SteadySeries;
import dev.scalelab.operator.api.SteadyVerdict;
import dev.scalelab.operator.api.StepSteadiness;
import dev.scalelab.operator.loadrun.LoadRecord;
import dev.scalelab.operator.measurement.StepSeries.Second;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Judges whether the measured part of a step was steady, from the series that prove something under
 * its load. Below capacity the throughput of an open load is the arrival rate, whatever the servers
 * do; above it response times grow without end, however steady the servers are. The CPU time for
 * each transaction counts in both.
 */
public final class Steadiness {
  /** Length of a batch in seconds: the interval of the servers' scrapes. */
  static final int BATCH_SECONDS = 5;

  /** Below this share of its rate an open load is above the capacity. */
  private static final double KEPT_SHARE = 0.95;

  /** With fewer transactions in a batch their mean time is mostly chance. */
  private static final int MIN_TRANSACTIONS = 5;

  private Steadiness() {}

  /**
   * Judges a step by what the load generator has reported of it, without its servers.
   *
   * @return null if no series is reported, or a damaged one
   */
  static StepSteadiness of(LoadRecord.Step step) {
    if (step.series() == null || step.startedAt() == null) {
      return null;
    }
    try {
      return of(
          StepSeries.decode(step.series().perSecond()),
          (int) Duration.between(step.startedAt(), step.measuredFrom()).toSeconds(),
          step.measuredSeconds(),
          step.targetPerSecond(),
          new double[0]);
    } catch (IllegalArgumentException damaged) {
      return null;
    }
  }

  /**
   * Judges a step.
   *
   * @param series the step from the start of its settling
   * @param from first second of the measured part
   * @param seconds length of the measured part
   * @param perSecond the target of an open load; null in a closed model
   * @param cpuSeconds CPU time of the servers in each batch of the measured part; empty if unknown
   */
  public static StepSteadiness of(
      StepSeries series, int from, double seconds, Double perSecond, double[] cpuSeconds) {
    int to = from + (int) seconds;
    StepSeries measured = series.part(from, to);
    List<Second> batches = measured.batches(BATCH_SECONDS);
    boolean timed = perSecond != null && keeps(measured, perSecond);
    Map<SteadySeries, SteadyState> states = new EnumMap<>(SteadySeries.class);
    if (timed) {
      states.put(SteadySeries.RESPONSE_TIME, SteadyState.of(times(batches), false));
    } else {
      states.put(SteadySeries.THROUGHPUT, SteadyState.of(completed(batches), true));
    }
    if (cpuSeconds.length > 0) {
      states.put(SteadySeries.DEMAND, SteadyState.of(demand(batches, cpuSeconds), false));
    }
    List<Second> all = series.part(0, to).batches(BATCH_SECONDS);
    return joined(states, settledAfter(timed ? times(all) : completed(all)));
  }

  private static boolean keeps(StepSeries measured, double perSecond) {
    long shed = measured.seconds().stream().mapToLong(Second::shed).sum();
    long completed = measured.seconds().stream().mapToLong(Second::completed).sum();
    return shed == 0 && completed >= KEPT_SHARE * perSecond * measured.seconds().size();
  }

  private static double[] completed(List<Second> batches) {
    return batches.stream().mapToDouble(Second::completed).toArray();
  }

  /** Mean response time of each batch; empty if one has too few transactions. */
  private static double[] times(List<Second> batches) {
    return enough(batches)
        ? batches.stream()
            .mapToDouble(batch -> (double) batch.transactionMillis() / batch.completed())
            .toArray()
        : new double[0];
  }

  private static double[] demand(List<Second> batches, double[] cpuSeconds) {
    return enough(batches)
        ? IntStream.range(0, Math.min(batches.size(), cpuSeconds.length))
            .mapToDouble(i -> cpuSeconds[i] / batches.get(i).completed())
            .toArray()
        : new double[0];
  }

  private static boolean enough(List<Second> batches) {
    return batches.stream().allMatch(batch -> batch.completed() >= MIN_TRANSACTIONS);
  }

  private static Integer settledAfter(double[] batches) {
    return batches.length < SteadyState.MIN_BATCHES
        ? null
        : (Integer) (BATCH_SECONDS * SteadyState.settledAfter(batches));
  }

  /** The worst verdict counts: of several series in the same way. */
  private static StepSteadiness joined(Map<SteadySeries, SteadyState> states, Integer settled) {
    SteadyVerdict verdict =
        List.of(SteadyVerdict.NOT_STEADY, SteadyVerdict.UNCLEAR, SteadyVerdict.STEADY).stream()
            .filter(one -> states.values().stream().anyMatch(state -> state.verdict() == one))
            .findFirst()
            .orElse(SteadyVerdict.NOT_JUDGED);
    if (verdict == SteadyVerdict.NOT_JUDGED) {
      return new StepSteadiness(verdict, null, null, null, null, settled);
    }
    SteadyClass kind = kind(states, verdict);
    SteadyState worst =
        states.values().stream()
            .filter(state -> state.verdict() == verdict && state.kind() == kind)
            .max(Comparator.comparingDouble(state -> Math.abs(state.drift())))
            .orElseThrow();
    List<SteadySeries> series =
        kind == null
            ? null
            : states.entrySet().stream()
                .filter(state -> state.getValue().kind() == kind)
                .map(Map.Entry::getKey)
                .toList();
    return new StepSteadiness(
        verdict,
        kind,
        series,
        new Estimate(
            percent(worst.drift()),
            percent(worst.drift() - worst.halfWidth()),
            percent(worst.drift() + worst.halfWidth())),
        worst.shift() == 0 ? null : (Double) percent(worst.shift()),
        settled);
  }

  /** That of most series that are not steady; of two different ones that of the larger drift. */
  private static SteadyClass kind(Map<SteadySeries, SteadyState> states, SteadyVerdict verdict) {
    return verdict != SteadyVerdict.NOT_STEADY
        ? null
        : states.values().stream()
            .filter(state -> state.kind() != null)
            .max(Comparator.comparingDouble(state -> Math.abs(state.drift())))
            .map(SteadyState::kind)
            .orElseThrow();
  }

  private static double percent(double fraction) {
    return Rounding.two(100 * fraction);
  }
}
