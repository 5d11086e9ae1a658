package dev.scalelab.operator.search;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The rising curve that is closest to the steps of a search: excess over the logarithm of the load,
 * by pooling adjacent violators (Ayer et al. 1955), each step weighted by the length of its window.
 */
final class Isotonic {
  private record Block(double weight, double mean, List<Double> at) {
    Block with(Block next) {
      List<Double> all = new ArrayList<>(at);
      all.addAll(next.at);
      double sum = weight + next.weight;
      return new Block(sum, (weight * mean + next.weight * next.mean) / sum, all);
    }
  }

  private final List<double[]> points = new ArrayList<>();

  /**
   * @param steps steps of one round, in any order
   */
  Isotonic(List<SearchStep> steps) {
    List<Block> blocks = new ArrayList<>();
    steps.stream()
        .sorted(Comparator.comparingDouble(SearchStep::level))
        .map(step -> new Block(step.seconds(), step.excess(), List.of(Math.log(step.level()))))
        .forEach(block -> add(blocks, block));
    blocks.forEach(block -> block.at().forEach(at -> points.add(new double[] {at, block.mean()})));
  }

  /** Steps at one level, and those that would make the curve fall, become one block. */
  private static void add(List<Block> blocks, Block next) {
    Block joined = next;
    while (!blocks.isEmpty()) {
      Block last = blocks.get(blocks.size() - 1);
      boolean sameLevel = last.at().get(last.at().size() - 1).equals(joined.at().get(0));
      if (!sameLevel && last.mean() < joined.mean()) {
        break;
      }
      joined = blocks.remove(blocks.size() - 1).with(joined);
    }
    blocks.add(joined);
  }

  /**
   * The level at which the curve crosses 0, between the last point at or below it and the first one
   * above it; NaN when all points are on one side.
   */
  double root() {
    for (int i = 1; i < points.size(); i++) {
      double[] below = points.get(i - 1);
      double[] above = points.get(i);
      if (below[1] <= 0 && above[1] > 0) {
        double part = -below[1] / (above[1] - below[1]);
        return Math.exp(below[0] + part * (above[0] - below[0]));
      }
    }
    return Double.NaN;
  }
}
