package dev.scalelab.benchmark.support;

import java.util.List;

/** The middle of measured values, which a few disturbed ones do not move. */
public final class Median {

  private Median() {}

  /** The middle value; of an even number, the upper of the two in the middle. */
  public static double of(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }
}
