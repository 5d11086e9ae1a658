package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.ObjectivesSpec;
import dev.scalelab.operator.api.ResponseShare;
import dev.scalelab.operator.api.ResponseTimeObjective;
import dev.scalelab.operator.loadrun.LoadRecord;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Counts the responses within the limits of objectives with minSharePercent. */
final class Shares {
  private static final long MICROS_PER_MILLI = 1000;

  private Shares() {}

  /**
   * One share for each such objective; null without any. A kind of transaction that was not
   * attempted has none.
   *
   * @param all histogram of all transactions, in microseconds
   * @param kinds histogram of each kind that completed
   */
  static List<ResponseShare> of(
      LoadRecord.Step step,
      Histogram all,
      Map<String, Histogram> kinds,
      ObjectivesSpec objectives) {
    List<ResponseShare> shares =
        objectives.responseTimes().stream()
            .filter(limit -> limit.minSharePercent() != null)
            .filter(
                limit ->
                    limit.transaction() == null
                        || step.transactions().containsKey(limit.transaction()))
            .map(
                limit ->
                    share(
                        limit,
                        limit.transaction() == null
                            ? all
                            : kinds.getOrDefault(limit.transaction(), new Histogram(1))))
            .toList();
    return shares.isEmpty() ? null : shares;
  }

  /** A value in the same bucket as the limit may be above it, and is not counted unless it fits. */
  private static ResponseShare share(ResponseTimeObjective limit, Histogram times) {
    long micros = limit.maxMillis() * MICROS_PER_MILLI;
    long upTo =
        times.highestEquivalentValue(micros) <= micros
            ? micros
            : times.lowestEquivalentValue(micros) - 1;
    long completed = times.getTotalCount();
    long within = completed == 0 ? 0 : times.getCountBetweenValues(0, upTo);
    return new ResponseShare(
        limit.transaction(),
        limit.maxMillis(),
        limit.minSharePercent(),
        within,
        completed,
        completed == 0 ? null : (Double) Rounding.two(100.0 * within / completed),
        completed == 0
            ? null
            : (Double)
                Rounding.two(
                    (double) times.getValueAtPercentile(limit.minSharePercent())
                        / MICROS_PER_MILLI));
  }
}
