package dev.scalelab.load.profile;

import java.util.List;

/**
 * Levels of equal length, each reached by a linear ramp from the previous one, the first from 0.
 *
 * @param levels the levels, each above 0
 * @param stepSeconds length of a step in seconds, including the ramp
 * @param rampSeconds length of the ramp in seconds, 0 or more and shorter than the step
 */
record Staircase(List<Double> levels, int stepSeconds, int rampSeconds) {
  private static final double MILLIS_PER_SECOND = 1000;

  Staircase {
    levels = List.copyOf(levels);
  }

  /** The level before a step, 0 before the first. */
  double before(int step) {
    return step == 0 ? 0 : levels.get(step - 1);
  }

  /** The level at a time in milliseconds from the start; 0 outside the steps. */
  double at(long millis) {
    double elapsed = millis / MILLIS_PER_SECOND;
    int step = (int) Math.floor(elapsed / stepSeconds);
    if (millis < 0 || step >= levels.size()) {
      return 0;
    }
    double intoStep = elapsed - (double) step * stepSeconds;
    if (intoStep >= rampSeconds) {
      return levels.get(step);
    }
    return before(step) + (levels.get(step) - before(step)) * intoStep / rampSeconds;
  }
}
