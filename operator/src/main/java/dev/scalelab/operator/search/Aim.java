package dev.scalelab.operator.search;

/**
 * Where the next step of a search shows most: beside the limit that the levels so far suggest. A
 * response time rises as 1 / (1 - utilization), so its inverse falls in proportion to the load.
 * Pure.
 *
 * @param factor by which the load is changed where the limit is far away
 * @param tolerance of the search, as a fraction
 */
record Aim(double factor, double tolerance) {
  private static final double WIDEST_FACTOR = 2;

  /** From one end of a bracket towards a limit that is far from it. */
  private static final double INTO_THE_BRACKET = 1.3;

  /** Of the load, for each unit of the excess: as of resources that are busy for 0.85. */
  private static final double PER_EXCESS = 0.15;

  /**
   * Of half a tolerance: that far beside the limit a step is mostly on the side that it should be.
   */
  private static final double CLEARLY = 0.3;

  /** Each step leaves at most this part of what is between a pass and a failure. */
  private static final double MOST_LEFT = 0.85;

  /** The level after one that passed, above which nothing has failed. */
  double above(Level passed, int moves) {
    return passed.level() * growth(by(passed, factor), moves);
  }

  /** The level after one that failed, below which nothing has passed. */
  double below(Level failed, int moves) {
    return failed.level() / growth(by(failed, factor), moves);
  }

  /** The factor of the nth move in one direction: g, its square, that one's square, up to 2. */
  private static double growth(double factor, int moves) {
    return Math.min(WIDEST_FACTOR, Math.pow(factor, Math.pow(2, Math.min(moves, 8) - 1)));
  }

  /** The nearer the limit is, the smaller the factor that gets beyond it. */
  private double by(Level level, double furthest) {
    double beyond = 1 + tolerance + PER_EXCESS * Math.abs(level.excess());
    return level.far() ? Math.max(furthest, 1 + tolerance) : Math.min(furthest, beyond);
  }

  /** A level between one that passed and one that failed, not beside either of them. */
  double between(Level passed, Level failed) {
    double low = Math.log(passed.level());
    double high = Math.log(failed.level());
    double middle = (low + high) / 2;
    if (passed.far() && failed.far()) {
      return Math.exp(middle);
    }
    if (failed.far()) {
      return Math.min(Math.exp(middle), passed.level() * by(passed, INTO_THE_BRACKET));
    }
    if (passed.far()) {
      return Math.max(Math.exp(middle), failed.level() / by(failed, INTO_THE_BRACKET));
    }
    double beside = beside(Math.log(root(passed, failed)), low, high);
    double least = (1 - MOST_LEFT) * (high - low);
    return Math.exp(Math.max(low + least, Math.min(high - least, beside)));
  }

  /**
   * Half a tolerance beyond the limit, seen from the nearer end: at the limit itself, noise would
   * decide. Rather within a tolerance of that end, if that is clearly beyond the limit: a step on
   * the far side then ends the search.
   *
   * @param root the limit, as a logarithm as the ends are
   */
  private double beside(double root, double low, double high) {
    double whole = Math.log1p(tolerance);
    double half = whole / 2;
    if (root - low < high - root) {
      double beyond = root + half;
      return low + whole >= root + CLEARLY * half ? Math.min(beyond, low + whole) : beyond;
    }
    double beyond = root - half;
    return high - whole <= root - CLEARLY * half ? Math.max(beyond, high - whole) : beyond;
  }

  /** Where the inverse of the response time reaches its limit. */
  private static double root(Level passed, Level failed) {
    double below = Math.exp(-passed.excess());
    double above = Math.exp(-failed.excess());
    double part = (below - 1) / (below - above);
    return passed.level() + part * (failed.level() - passed.level());
  }
}
