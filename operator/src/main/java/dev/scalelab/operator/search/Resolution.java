package dev.scalelab.operator.search;

import java.util.List;
import java.util.OptionalDouble;

/**
 * How exactly the steps of a search show its limit, from how far they scatter around a line: excess
 * over the logarithm of the load, with the same slope in each round, and a height of its own, since
 * rounds have servers of their own. Pure.
 */
final class Resolution {
  /** Steps further from the limit than this say little about it, and the curve is steeper there. */
  private static final double NEAR = 0.7;

  /** A line that hardly rises shows no limit at all. */
  private static final double MOST = 100;

  /** With fewer degrees of freedom the scatter itself is chance. */
  private static final int MIN_DEGREES = 3;

  private Resolution() {}

  /**
   * By how many percent of the load the noise of one step moves the limit that it shows: one
   * standard deviation, and 100 if it is more. Empty with too few steps near the limit, or if the
   * excess does not rise.
   */
  static OptionalDouble percent(List<List<SearchStep>> rounds) {
    double xx = 0;
    double xy = 0;
    double yy = 0;
    int degrees = -1;
    for (List<SearchStep> round : rounds) {
      List<SearchStep> near =
          round.stream().filter(s -> s.whole() && Math.abs(s.excess()) < NEAR).toList();
      double x = near.stream().mapToDouble(s -> Math.log(s.level())).average().orElse(0);
      double y = near.stream().mapToDouble(SearchStep::excess).average().orElse(0);
      for (SearchStep step : near) {
        double dx = Math.log(step.level()) - x;
        double dy = step.excess() - y;
        xx += dx * dx;
        xy += dx * dy;
        yy += dy * dy;
      }
      degrees += Math.max(0, near.size() - 1);
    }
    if (degrees < MIN_DEGREES || xy <= 0) {
      return OptionalDouble.empty();
    }
    double slope = xy / xx;
    double noise = Math.sqrt(Math.max(0, yy - slope * xy) / degrees);
    return OptionalDouble.of(Math.min(MOST, 100 * Math.expm1(noise / slope)));
  }
}
