package dev.scalelab.operator.analysis;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Intervals that contain the true figure in 95 % of experiments. A single round has no interval:
 * nothing says how much the next one would differ.
 */
public final class Intervals {
  private static final int MIN_ROUNDS = 2;

  private Intervals() {}

  /** Interval of a configuration's own figure; empty with fewer than two rounds. */
  public static Optional<LogInterval> of(RoundTable table, String configuration) {
    return of(table.of(configuration).values());
  }

  /** Interval of the figure that has these logarithms, one for each round. */
  public static Optional<LogInterval> of(Collection<Double> logs) {
    int n = logs.size();
    if (n < MIN_ROUNDS) {
      return Optional.empty();
    }
    double mean = mean(logs);
    double halfWidth = Quantiles.t95(n - 1) * Math.sqrt(variance(logs, mean) / n);
    return Optional.of(new LogInterval(mean, halfWidth));
  }

  /**
   * Ratio of two configurations; empty with fewer than two common rounds. Its rounds are compared
   * in pairs, so that what changes for both from round to round drops out. A variance of few
   * differences is uncertain: that of all configurations is added to it as if it were one further
   * degree of freedom, so that a noisier configuration keeps a wider interval (Smyth's moderated
   * variance).
   */
  public static Optional<Ratio> ratio(RoundTable table, String configuration, String baseline) {
    List<Double> differences = table.differences(configuration, baseline);
    int n = differences.size();
    if (n < MIN_ROUNDS) {
      return Optional.empty();
    }
    double own = variance(differences);
    if (!table.pools(configuration, baseline)) {
      return Optional.of(new Ratio(mean(differences), Math.sqrt(own / n), n - 1, n));
    }
    double pooled = 2 * table.residualMeanSquare();
    double moderated = (pooled + (n - 1) * own) / n;
    return Optional.of(new Ratio(mean(differences), Math.sqrt(moderated / n), n, n));
  }

  static double mean(Collection<Double> values) {
    Sum sum = new Sum();
    for (double value : values) {
      sum.add(value);
    }
    return sum.total() / values.size();
  }

  /** Of a sample: divided by one less than its size. */
  static double variance(Collection<Double> values) {
    return variance(values, mean(values));
  }

  private static double variance(Collection<Double> values, double mean) {
    Sum sum = new Sum();
    for (double value : values) {
      sum.add((value - mean) * (value - mean));
    }
    return sum.total() / (values.size() - 1);
  }
}
