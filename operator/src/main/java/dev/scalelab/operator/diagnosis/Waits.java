package dev.scalelab.operator.diagnosis;

import java.util.List;

/**
 * Connections to a database that wait for a lock, read or write, or commit.
 *
 * @param place what they wait for
 * @param number their mean number
 */
public record Waits(Place place, double number) implements Placed {

  /** The mean of several rounds. */
  static Waits mean(List<Waits> rounds) {
    return new Waits(rounds.get(0).place(), Means.ofKnown(rounds, Waits::number));
  }
}
