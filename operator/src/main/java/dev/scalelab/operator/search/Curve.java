package dev.scalelab.operator.search;

import java.util.List;
import java.util.Optional;

/** How the excess rises with the load, by all steps of a round. Pure. */
final class Curve {
  /** Below this slope of the excess, an objective hardly depends on the load. */
  private static final double FLAT_SLOPE = 3;

  /** Steps below this part of a level that passed say nothing about the curve at the limit. */
  private static final double NEAR_PART = 0.5;

  private final List<SearchStep> steps;
  private final Levels levels;
  private final Optional<Line> line;

  Curve(List<SearchStep> steps, Levels levels) {
    this.steps = steps;
    this.levels = levels;
    Level passed = levels.highestPassed();
    double least = passed == null ? 0 : NEAR_PART * passed.level();
    this.line = Line.through(steps.stream().filter(step -> step.level() >= least).toList());
  }

  /** Whether the excess hardly rises with the load. */
  boolean isFlat() {
    return line.isPresent() && line.get().slope() < FLAT_SLOPE;
  }

  /**
   * The level at which the excess reaches 0. A steep objective is curved, so the steps next to its
   * limit count; one that is flat is nearly straight, and its steps are so noisy that all of them
   * are needed.
   */
  double limit(Level passed, Level failed) {
    if (levels.nonMonotonic()) {
      return passed.level();
    }
    double root = new Isotonic(steps).root();
    if (isFlat()) {
      double ofLine = line.get().root();
      root =
          ofLine > passed.level() / Levels.INVERTED && ofLine < failed.level() * Levels.INVERTED
              ? ofLine
              : root;
    }
    return Double.isNaN(root) ? passed.level() : root;
  }
}
