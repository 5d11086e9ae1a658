package dev.scalelab.load.profile;

import java.util.OptionalLong;

/** The load over time: a staircase of steps of equal length, each starting with a ramp. */
public sealed interface Schedule permits ArrivalSchedule, UserSchedule {

  /** The target at a time in milliseconds from the start; 0 outside the steps. */
  double target(long millis);

  /**
   * Number of transactions scheduled before a time in milliseconds from the start; empty in a
   * closed model, where a transaction is scheduled when its user is ready for it.
   */
  OptionalLong dueBefore(long millis);
}
