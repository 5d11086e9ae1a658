package dev.scalelab.operator.diagnosis;

/**
 * How much of a time a resource explains.
 *
 * @param fraction 1 is all of it
 * @param of what of that time
 * @param all that time
 * @param held the slots whose holding time it is; null for the response time
 */
record Share(double fraction, Of of, Times all, Place held) {
  /** Growth of less than this fraction of the time itself says nothing. */
  private static final double GROWN = 0.2;

  private static final double MOST = 0.5;

  /** What is explained. */
  enum Of {
    /** What it has grown by. */
    GROWTH,
    /** All of it, since it has hardly grown. */
    ALL,
    /** All of it under little load, which is too long already. */
    LITTLE_LOAD
  }

  /** Null if one of the times is unknown. */
  static Share of(Times part, Times all, Place held) {
    if (!all.known() || !part.known() || all.high() <= 0) {
      return null;
    }
    return all.high() - all.low() >= GROWN * all.low()
        ? new Share((part.high() - part.low()) / (all.high() - all.low()), Of.GROWTH, all, held)
        : new Share(part.high() / all.high(), Of.ALL, all, held);
  }

  /** Of the response time under little load; null if one of the times is unknown. */
  static Share withLittleLoad(Times part, Times all) {
    return !all.known() || !part.known() || all.low() <= 0
        ? null
        : new Share(part.low() / all.low(), Of.LITTLE_LOAD, all, null);
  }

  /** The fraction in percent: sampled waits may seem longer than the time, or to have shrunk. */
  double percent() {
    return Math.max(0, Math.min(100, 100 * fraction));
  }

  boolean most() {
    return fraction >= MOST;
  }

  /** The time in sentences. */
  String text() {
    String time = held == null ? "the response time" : "the holding time of the " + held.text();
    return of == Of.LITTLE_LOAD ? time + " with little load" : time;
  }
}
