package dev.scalelab.operator.diagnosis;

import java.util.List;

/**
 * Slots of one kind in a step, such as the connections of all pools or the threads of all servers.
 *
 * @param place what they are
 * @param inUse mean number in use
 * @param size total number
 * @param heldMillis time for which transactions held them, in ms per second, by a counter of its
 *     own; null if there is none
 * @param waiting mean number of requests that wait for one; null if unknown
 */
public record Slots(Place place, double inUse, double size, Double heldMillis, Double waiting)
    implements Placed {
  /**
   * A counter that misses more than this fraction of the slots in use does not count short uses.
   */
  private static final double COUNTED = 0.75;

  /** They are sampled, so 1 is never reached for long. */
  private static final double FULL = 0.9;

  private static final double MOSTLY_USED = 0.7;

  /**
   * The used part. A window has few samples, and a counter leaves out the moments in which a slot
   * passes from one transaction to the next: each can only be too low for long.
   */
  double utilization() {
    double counted = heldMillis == null ? 0 : heldMillis / 1000;
    return Math.min(1, Math.max(inUse, counted) / size);
  }

  /** The number that is used, by the same figures. */
  double used() {
    return utilization() * size;
  }

  /** All are in use nearly always, or most are while transactions wait for all of them. */
  boolean full() {
    return utilization() >= FULL
        || utilization() >= MOSTLY_USED && waiting != null && waiting >= size;
  }

  /** Whether the counter of holding times can be trusted: by Little's law both are the same. */
  boolean counted() {
    return heldMillis != null && heldMillis >= COUNTED * 1000 * inUse;
  }

  /**
   * How long a transaction holds a slot, in ms, by the counter or by Little's law.
   *
   * @param perSecond transactions that used them
   */
  double heldMillis(double perSecond, boolean byCounter) {
    return (byCounter ? heldMillis : 1000 * inUse) / perSecond;
  }

  /** The mean of several rounds. */
  static Slots mean(List<Slots> rounds) {
    return new Slots(
        rounds.get(0).place(),
        Means.ofKnown(rounds, Slots::inUse),
        Means.ofKnown(rounds, Slots::size),
        Means.of(rounds, Slots::heldMillis),
        Means.of(rounds, Slots::waiting));
  }
}
