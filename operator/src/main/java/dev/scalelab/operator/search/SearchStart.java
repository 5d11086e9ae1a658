package dev.scalelab.operator.search;

/**
 * What is known before a round of a search.
 *
 * @param level where it begins; null when nothing is known
 * @param factor by which the load is changed first when the bounds are looked for
 */
public record SearchStart(Double level, double factor) {
  private static final double UNKNOWN_FACTOR = 1.5;
  private static final double NEIGHBOUR_FACTOR = 1.3;

  /** Nothing is known: the first step is a probe. */
  public static SearchStart unknown() {
    return new SearchStart(null, UNKNOWN_FACTOR);
  }

  /** A capacity predicted from another configuration. */
  public static SearchStart predicted(double level) {
    return new SearchStart(level, NEIGHBOUR_FACTOR);
  }

  /** The capacity of the configuration's earlier rounds: two steps when nothing has changed. */
  public static SearchStart measured(double level, double tolerance) {
    return new SearchStart(level / Math.sqrt(1 + tolerance), 1 + tolerance);
  }

  boolean known() {
    return level != null;
  }

  /**
   * The level of a probe: low enough for every system, and high enough to see what a transaction
   * costs.
   */
  double probe(SearchRange range) {
    return Math.min(Math.max(range.min(), 10), Math.sqrt(range.min() * range.max()));
  }
}
