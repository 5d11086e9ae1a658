package dev.scalelab.operator.analysis;

import java.util.List;
import java.util.Optional;

/**
 * Interval of a percentile of all rounds together. The transactions of a round depend on each
 * other, so that their number says nothing of the percentile's error: what leaving out a whole
 * round changes does.
 */
public final class Jackknife {
  private static final int MIN_ROUNDS = 2;

  /** Fewer transactions beyond a percentile do not determine it. */
  private static final int MIN_BEYOND = 10;

  private Jackknife() {}

  /**
   * The interval; empty with fewer than two rounds, or if a figure is 0.
   *
   * @param all the percentile of all rounds together
   * @param leavingOut the percentile without each of the rounds in turn
   */
  public static Optional<LogInterval> of(double all, List<Double> leavingOut) {
    int n = leavingOut.size();
    if (n < MIN_ROUNDS || all <= 0 || leavingOut.stream().anyMatch(value -> value <= 0)) {
      return Optional.empty();
    }
    List<Double> logs = leavingOut.stream().map(Math::log).toList();
    double squares = (n - 1) * Intervals.variance(logs);
    double standardError = Math.sqrt((n - 1.0) / n * squares);
    return Optional.of(new LogInterval(Math.log(all), Quantiles.t95(n - 1) * standardError));
  }

  /**
   * Whether that number of transactions has enough beyond a percentile: 200 for the 95th, 1000 for
   * the 99th.
   */
  public static boolean enough(long transactions, int percentile) {
    return transactions * (100 - percentile) >= 100L * MIN_BEYOND;
  }
}
