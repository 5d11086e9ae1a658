package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.SteadyClass;
import dev.scalelab.operator.api.SteadyVerdict;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * Whether a series of equally long batches is steady: by its drift, which is the slope of the
 * regression line, and by the largest difference between the means of two parts. Both are corrected
 * for the correlation of neighbouring batches, since a slow disturbance covers several of them.
 *
 * @param verdict Steady, NotSteady, Unclear or NotJudged
 * @param kind how it is not steady; null otherwise
 * @param drift change over the whole series, as a fraction of its mean
 * @param halfWidth half of the 95 % interval of the drift
 * @param shift largest difference between two parts, as a fraction of the mean; 0 if it may be
 *     chance
 */
record SteadyState(
    SteadyVerdict verdict, SteadyClass kind, double drift, double halfWidth, double shift) {
  /** With fewer batches no test can distinguish a drift from noise. */
  static final int MIN_BATCHES = 8;

  /** A change that is certainly larger than this is not steady. */
  static final double TOLERATED = 0.05;

  /** A series whose change is certainly smaller than this is steady. */
  static final double CERTAINLY_BELOW = 0.10;

  /** Each part of a shift has at least this number of batches. */
  private static final int MIN_PART = 3;

  private static final double MAX_CORRELATION = 0.8;

  private static final SteadyState NOT_JUDGED =
      new SteadyState(SteadyVerdict.NOT_JUDGED, null, 0, 0, 0);

  /**
   * Judges a series.
   *
   * @param batches mean of each batch, in their order; fewer than 8 are not judged
   * @param higherIsFaster whether the system is faster when the values are higher, as in a
   *     throughput
   */
  static SteadyState of(double[] batches, boolean higherIsFaster) {
    int n = batches.length;
    double mean = mean(batches, 0, n);
    if (n < MIN_BATCHES || mean <= 0) {
      return NOT_JUDGED;
    }
    Line line = Line.of(batches);
    double drift = line.slope() * n / mean;
    double error = line.slopeError() * n / mean;
    Quantiles t = Quantiles.of(n);
    Shift shift = Shift.of(batches);
    boolean shifted =
        Math.abs(shift.t()) > critical(n) && Math.abs(shift.difference()) / mean > TOLERATED;
    boolean drifted = Math.abs(drift) - t.of995() * error > TOLERATED;
    double significant = shifted ? shift.difference() / mean : 0;
    SteadyVerdict verdict =
        drifted || shifted
            ? SteadyVerdict.NOT_STEADY
            : Math.abs(drift) + t.of95() * error < CERTAINLY_BELOW
                ? SteadyVerdict.STEADY
                : SteadyVerdict.UNCLEAR;
    // A drift also has two parts with different means: what fits the series better names it.
    boolean step = shifted && (!drifted || shift.squares() < line.squares());
    SteadyClass kind =
        verdict != SteadyVerdict.NOT_STEADY
            ? null
            : step
                ? SteadyClass.LEVEL_SHIFT
                : drift > 0 == higherIsFaster ? SteadyClass.WARMING_UP : SteadyClass.SLOWING_DOWN;
    return new SteadyState(verdict, kind, drift, t.of975() * error, significant);
  }

  /** Quantiles of Student's t distribution for a regression line through n values. */
  private record Quantiles(double of95, double of975, double of995) {
    private static final Map<Integer, Quantiles> KNOWN = new ConcurrentHashMap<>();

    static Quantiles of(int n) {
      return KNOWN.computeIfAbsent(n, Quantiles::calculated);
    }

    private static Quantiles calculated(int n) {
      // Without a generator of random numbers, which only samples need.
      TDistribution t = new TDistribution(null, n - 2);
      return new Quantiles(
          t.inverseCumulativeProbability(0.95),
          t.inverseCumulativeProbability(0.975),
          t.inverseCumulativeProbability(0.995));
    }
  }

  /**
   * The largest of many t values is often large by chance, and more often with few batches or
   * correlated noise. From simulations: with these limits that happens in 1 to 2 % of steady series
   * with noise of a few percent.
   */
  private static double critical(int n) {
    return n >= 12 ? 5.0 : 5.0 + (12 - n) * 0.75;
  }

  /** Least-squares line through the values. */
  private record Line(double slope, double slopeError, double squares) {
    static Line of(double[] y) {
      int n = y.length;
      double mean = mean(y, 0, n);
      double middle = (n - 1) / 2.0;
      double xx = 0;
      double xy = 0;
      for (int i = 0; i < n; i++) {
        xx += (i - middle) * (i - middle);
        xy += (i - middle) * (y[i] - mean);
      }
      double slope = xy / xx;
      double[] residuals = new double[n];
      for (int i = 0; i < n; i++) {
        residuals[i] = y[i] - mean - slope * (i - middle);
      }
      double squares = sumOfSquares(residuals);
      double error = Math.sqrt(squares / (n - 2) / xx) * inflation(residuals);
      return new Line(slope, error, squares);
    }
  }

  /** The split into two parts whose means differ most, measured by t. */
  private record Shift(double t, double difference, double squares) {
    static Shift of(double[] y) {
      Shift largest = new Shift(0, 0, Double.MAX_VALUE);
      for (int first = MIN_PART; first <= y.length - MIN_PART; first++) {
        Shift here = at(y, first);
        if (Math.abs(here.t()) > Math.abs(largest.t())) {
          largest = here;
        }
      }
      return largest;
    }

    private static Shift at(double[] y, int first) {
      int n = y.length;
      double before = mean(y, 0, first);
      double after = mean(y, first, n);
      double[] residuals = new double[n];
      for (int i = 0; i < n; i++) {
        residuals[i] = y[i] - (i < first ? before : after);
      }
      double squares = sumOfSquares(residuals);
      double spread = Math.sqrt(squares / (n - 2) * (1.0 / first + 1.0 / (n - first)));
      double difference = after - before;
      double t = spread > 0 ? difference / (spread * inflation(residuals)) : 0;
      return new Shift(spread > 0 || difference == 0 ? t : Double.MAX_VALUE, difference, squares);
    }
  }

  /** By how much correlated residuals make a standard error larger than it seems. */
  private static double inflation(double[] residuals) {
    int n = residuals.length;
    double products = 0;
    for (int i = 1; i < n; i++) {
      products += residuals[i] * residuals[i - 1];
    }
    double squares = sumOfSquares(residuals);
    double lag = squares > 0 ? products / squares : 0;
    // The estimate of a short series is too low, by about this much.
    double r = Math.min(MAX_CORRELATION, Math.max(0, lag + (1 + 4 * lag) / n));
    return Math.sqrt((1 + r) / (1 - r));
  }

  private static double sumOfSquares(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value * value;
    }
    return sum;
  }

  private static double mean(double[] values, int from, int to) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += values[i];
    }
    return sum / (to - from);
  }

  /**
   * Number of batches after which a series no longer settles, by MSER-5: without them the mean of
   * the rest is known best. An estimate, since it often removes plain noise; at most half of the
   * series.
   *
   * @param batches means of 5 s each, from the start of settling
   */
  static int settledAfter(double[] batches) {
    int best = 0;
    double lowest = Double.MAX_VALUE;
    for (int removed = 0; removed <= batches.length / 2; removed++) {
      int rest = batches.length - removed;
      double mean = mean(batches, removed, batches.length);
      double squares = 0;
      for (int i = removed; i < batches.length; i++) {
        squares += (batches[i] - mean) * (batches[i] - mean);
      }
      double score = squares / ((double) rest * rest);
      if (rest > 0 && score < lowest) {
        lowest = score;
        best = removed;
      }
    }
    return best;
  }
}
