package dev.scalelab.operator.analysis;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.math3.distribution.FDistribution;
import org.apache.commons.math3.distribution.TDistribution;

/** Quantiles of the distributions that intervals and tests need. */
final class Quantiles {
  private static final double UPPER_95 = 0.975;

  /** Every row needs some, each takes long, and there are few degrees of freedom. */
  private static final Map<Asked, Double> KNOWN = new ConcurrentHashMap<>();

  /** What was asked for. */
  private record Asked(double probability, int numerator, int degrees) {}

  private Quantiles() {}

  /** Student's t for a two-sided 95 % interval. */
  static double t95(int degrees) {
    return t(UPPER_95, degrees);
  }

  /** The value that Student's t does not exceed with this probability. */
  static double t(double probability, int degrees) {
    return KNOWN.computeIfAbsent(
        new Asked(probability, 0, degrees),
        asked -> student(degrees).inverseCumulativeProbability(probability));
  }

  /** The value that Fisher's F does not exceed with this probability. */
  static double f(double probability, int numerator, int denominator) {
    return KNOWN.computeIfAbsent(
        new Asked(probability, numerator, denominator),
        asked ->
            new FDistribution(null, numerator, denominator)
                .inverseCumulativeProbability(probability));
  }

  /** Probability that Student's t is at least as far from 0 as this value. */
  static double twoSided(double t, int degrees) {
    return 2 * student(degrees).cumulativeProbability(-Math.abs(t));
  }

  /** Without a generator of random numbers, which only samples need. */
  private static TDistribution student(int degrees) {
    return new TDistribution(null, degrees);
  }
}
