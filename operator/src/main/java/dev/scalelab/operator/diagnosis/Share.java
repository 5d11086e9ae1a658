package dev.scalelab.operator.diagnosis;

import dev.scalelab.operator.diagnosis.Contrast.Times;

/**
 * How much of a time a resource explains: of its growth or, where it has hardly grown, of the time
 * itself.
 *
 * @param fraction 1 is all of it
 * @param all that time
 * @param held the slots whose holding time it is; null for the response time
 */
record Share(double fraction, Times all, Place held) {
  /** Growth of less than this fraction of the time itself says nothing. */
  private static final double GROWN = 0.2;

  private static final double MOST = 0.5;

  /** Null if one of the times is unknown. */
  static Share of(Times part, Times all, Place held) {
    if (!all.known() || !part.known() || all.high() <= 0) {
      return null;
    }
    double fraction =
        grown(all)
            ? (part.high() - part.low()) / (all.high() - all.low())
            : part.high() / all.high();
    return new Share(fraction, all, held);
  }

  boolean grown() {
    return grown(all);
  }

  private static boolean grown(Times all) {
    return all.high() - all.low() >= GROWN * all.low();
  }

  boolean most() {
    return fraction >= MOST;
  }

  /** The time in sentences. */
  String text() {
    return held == null ? "the response time" : "the holding time of the " + held.text();
  }
}
