package dev.scalelab.operator.search;

/**
 * What is known before a round of a search.
 *
 * @param level where it begins; null when nothing is known
 * @param factor by which the load is changed first when the bounds are looked for
 * @param first whether the configuration has not been measured yet: its first step is a probe, at a
 *     load at which nothing waits
 */
public record SearchStart(Double level, double factor, boolean first) {
  /** The factor of a configuration that was not measured before. */
  private static final double NEIGHBOUR_FACTOR = 1.3;

  /** Of the predicted capacity. */
  private static final double PROBE_PART = 0.3;

  /** Of the predicted number of users, who may not pause. */
  private static final double PROBE_PART_OF_USERS = 0.1;

  /** A probe of more than this would not show a transaction without waiting. */
  private static final double HIGHEST_PROBE = 0.5;

  /** Low enough for every system, and high enough to see what a transaction costs. */
  private static final double PROBE_OF_THE_UNKNOWN = 10;

  /** Nothing is known. */
  public static SearchStart unknown() {
    return new SearchStart(null, NEIGHBOUR_FACTOR, true);
  }

  /** A capacity predicted from another configuration. */
  public static SearchStart predicted(double level) {
    return new SearchStart(level, NEIGHBOUR_FACTOR, true);
  }

  /** The configuration's earlier rounds have found no capacity. */
  static SearchStart notFound(double min) {
    return new SearchStart(min, NEIGHBOUR_FACTOR, false);
  }

  /** The capacity of the configuration's earlier rounds: two steps when nothing has changed. */
  public static SearchStart measured(double level, double tolerance) {
    return new SearchStart(level / Math.sqrt(1 + tolerance), 1 + tolerance, false);
  }

  boolean known() {
    return level != null;
  }

  /** Whether it begins beside the capacity, as later rounds do. */
  boolean isNear() {
    return !first;
  }

  /** Whether the first step is a probe: not where the lowest load is near the capacity. */
  boolean probes(SearchRange range) {
    return first && (!known() || probe(range) <= HIGHEST_PROBE * level);
  }

  /** The level of a probe. */
  double probe(SearchRange range) {
    if (known()) {
      return range.onGrid((range.grid() > 0 ? PROBE_PART_OF_USERS : PROBE_PART) * level);
    }
    return range.onGrid(
        Math.min(
            Math.max(range.min(), PROBE_OF_THE_UNKNOWN), Math.sqrt(range.min() * range.max())));
  }
}
