package dev.scalelab.operator.analysis;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Simulated experiments whose truth is known: throughputs of configurations in several rounds. Each
 * round is a little faster or slower as a whole, and each throughput has noise of its own.
 */
final class Rounds {
  static final int EXPERIMENTS = 1000;
  private static final double ROUND = 0.05;

  private final Random random;
  private final Supplier<Double> shape;

  private Rounds(Random random, Supplier<Double> shape) {
    this.random = random;
    this.shape = shape;
  }

  static Rounds normal(long seed) {
    Random random = new Random(seed);
    return new Rounds(random, random::nextGaussian);
  }

  /** Of the same variance, but with a long tail upwards: a skewness of 1. */
  static Rounds skewed(long seed) {
    Random random = new Random(seed);
    return new Rounds(
        random,
        () -> {
          double gamma = 0;
          for (int i = 0; i < 4; i++) {
            gamma -= Math.log(1 - random.nextDouble());
          }
          return (gamma - 4) / 2;
        });
  }

  /** Of the same variance, but with far outliers: Student's t with five degrees of freedom. */
  static Rounds heavyTailed(long seed) {
    Random random = new Random(seed);
    return new Rounds(
        random,
        () -> {
          double squares = 0;
          for (int i = 0; i < 5; i++) {
            double one = random.nextGaussian();
            squares += one * one;
          }
          return random.nextGaussian() / Math.sqrt(squares / 5) * Math.sqrt(3 / 5.0);
        });
  }

  /** Factor of a figure with relative noise. */
  double noise(double relative) {
    return Math.exp(relative * shape.get());
  }

  /** A figure in each of some rounds, which are not compared with anything. */
  Map<Integer, Double> alone(double truth, double noise, int rounds) {
    Map<Integer, Double> figures = new TreeMap<>();
    for (int round = 1; round <= rounds; round++) {
      figures.put(round, truth * noise(noise));
    }
    return figures;
  }

  /**
   * The figures of several configurations, interleaved, so that each round is the same for all.
   *
   * @param noises relative noise of each
   */
  Map<String, Map<Integer, Double>> interleaved(
      int rounds, Map<String, Double> truths, Map<String, Double> noises) {
    Map<String, Map<Integer, Double>> figures = new LinkedHashMap<>();
    truths.keySet().forEach(name -> figures.put(name, new TreeMap<>()));
    for (int round = 1; round <= rounds; round++) {
      double speed = Math.exp(ROUND * random.nextGaussian());
      for (Map.Entry<String, Double> truth : truths.entrySet()) {
        double noise = noise(noises.get(truth.getKey()));
        figures.get(truth.getKey()).put(round, truth.getValue() * speed * noise);
      }
    }
    return figures;
  }

  /** Response times of a round, ascending: lognormal around its own median. */
  double[] responseTimes(int count, double median, double betweenRounds, double spread) {
    double own = median * noise(betweenRounds);
    double[] times = new double[count];
    for (int i = 0; i < count; i++) {
      times[i] = own * Math.exp(spread * random.nextGaussian());
    }
    Arrays.sort(times);
    return times;
  }

  /** The same noise for all configurations. */
  static Map<String, Double> all(List<String> names, double value) {
    Map<String, Double> values = new LinkedHashMap<>();
    names.forEach(name -> values.put(name, value));
    return values;
  }
}
