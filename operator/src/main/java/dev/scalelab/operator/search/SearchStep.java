package dev.scalelab.operator.search;

/**
 * What a search learned from one step.
 *
 * @param level the load: arrivals per second, or users
 * @param excess by how much the worst objective was missed, as the logarithm of its value over its
 *     limit; 0 or less: every objective was met
 * @param seconds length of the measured window
 * @param whole whether the window had its full length; a shorter one only shows where to go on
 * @param boundLevel the level at which the busiest resource would have no capacity left, at the
 *     cost of a transaction in this step; null when that is not known
 */
public record SearchStep(
    double level, double excess, double seconds, boolean whole, Double boundLevel) {

  /** Beyond this an objective is so far off that its value says nothing more about the capacity. */
  private static final double FAR = 1;

  public SearchStep {
    excess = Math.max(-FAR, Math.min(FAR, excess));
  }
}
