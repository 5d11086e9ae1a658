package dev.scalelab.operator.search;

import java.util.List;
import java.util.Optional;

/**
 * A straight line through the steps of a search, excess over the logarithm of the load, by weighted
 * least squares.
 *
 * @param x mean of the logarithms
 * @param y mean of the excess
 * @param slope rise of the excess with the logarithm of the load
 */
record Line(double x, double y, double slope) {
  /** With fewer steps the slope would be that of their noise. */
  private static final int MIN_STEPS = 3;

  /**
   * Through all steps whose excess is not cut off; empty with fewer than three, or at one level.
   */
  static Optional<Line> through(List<SearchStep> steps) {
    List<SearchStep> near = steps.stream().filter(step -> Math.abs(step.excess()) < 1).toList();
    double weight = near.stream().mapToDouble(Line::weight).sum();
    double x = near.stream().mapToDouble(s -> weight(s) * Math.log(s.level())).sum() / weight;
    double y = near.stream().mapToDouble(s -> weight(s) * s.excess()).sum() / weight;
    double xx = 0;
    double xy = 0;
    for (SearchStep step : near) {
      double distance = Math.log(step.level()) - x;
      xx += weight(step) * distance * distance;
      xy += weight(step) * distance * (step.excess() - y);
    }
    return near.size() < MIN_STEPS || xx == 0
        ? Optional.empty()
        : Optional.of(new Line(x, y, xy / xx));
  }

  /** Steps near the limit count most, since the curve is only straight there. */
  private static double weight(SearchStep step) {
    return step.seconds() * (1 - Math.abs(step.excess()));
  }

  /** The level at which the line crosses 0. */
  double root() {
    return Math.exp(x - y / slope);
  }
}
