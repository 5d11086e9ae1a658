package dev.scalelab.load.scenario;

import io.gatling.javaapi.core.Session;

/**
 * A user's turn to do a transaction.
 *
 * @param number of the transaction in the run, from 0: its type and its data follow from it
 * @param dueNanos when it should start, in nanoseconds since the schedule's zero
 */
record Turn(long number, long dueNanos) {
  private static final String KEY = "turn";

  static Turn of(Session session) {
    return session.get(KEY);
  }

  Session into(Session session) {
    return session.set(KEY, this);
  }
}
