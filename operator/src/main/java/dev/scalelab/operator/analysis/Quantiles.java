package dev.scalelab.operator.analysis;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.math3.distribution.FDistribution;
import org.apache.commons.math3.distribution.TDistribution;

/** Quantiles of the distributions that intervals and tests need. */
final class Quantiles {
  private static final double UPPER_95 = 0.975;

  /** Those of 95 % intervals, which every row needs; there are few degrees of freedom. */
  private static final Map<Integer, Double> T_95 = new ConcurrentHashMap<>();

  private Quantiles() {}

  /** Student's t for a two-sided 95 % interval. */
  static double t95(int degrees) {
    return T_95.computeIfAbsent(degrees, d -> t(UPPER_95, d));
  }

  /** The value that Student's t does not exceed with this probability. */
  static double t(double probability, int degrees) {
    return student(degrees).inverseCumulativeProbability(probability);
  }

  /** The value that Fisher's F does not exceed with this probability. */
  static double f(double probability, int numerator, int denominator) {
    return new FDistribution(null, numerator, denominator)
        .inverseCumulativeProbability(probability);
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
