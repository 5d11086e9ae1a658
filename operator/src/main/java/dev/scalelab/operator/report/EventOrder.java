package dev.scalelab.operator.report;

import dev.scalelab.operator.platform.RecentlySeen;
import java.time.Instant;
import java.util.Map;

/**
 * The order of events of one object. kubectl sorts them by their last second only, and those of the
 * same second by their names: so each gets a later second than the one before. Their eventTime is
 * exact.
 */
final class EventOrder {
  /**
   * A longer burst shares the last second: kubectl get shows no age for what is in the future, and
   * an operator that has restarted does not know how far ahead the last event is.
   */
  private static final long MAX_AHEAD_SECONDS = 20;

  private final Map<String, Long> latest = RecentlySeen.map();

  /** The second for a further event of the object with this uid. */
  long next(String uid, Instant now) {
    long second = now.getEpochSecond();
    long after = latest.getOrDefault(uid, Long.MIN_VALUE) + 1;
    return Math.max(second, Math.min(after, second + MAX_AHEAD_SECONDS));
  }

  /** Records that an event was written with this second. */
  void used(String uid, long second) {
    latest.put(uid, second);
  }
}
