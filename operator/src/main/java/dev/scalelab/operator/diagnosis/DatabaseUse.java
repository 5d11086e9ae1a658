package dev.scalelab.operator.diagnosis;

import java.util.List;

/**
 * What transactions do while they hold the connections to a database, in ms per second.
 *
 * @param place the time in its transactions
 * @param activeMillis time in which the database executed statements; null if unknown
 * @param idleMillis time in which it waited for the next statement of a transaction; null if
 *     unknown
 */
public record DatabaseUse(Place place, Double activeMillis, Double idleMillis) implements Placed {

  /** The mean of several rounds. */
  static DatabaseUse mean(List<DatabaseUse> rounds) {
    return new DatabaseUse(
        rounds.get(0).place(),
        Means.of(rounds, DatabaseUse::activeMillis),
        Means.of(rounds, DatabaseUse::idleMillis));
  }
}
