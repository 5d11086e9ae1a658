package dev.scalelab.load.profile;

import java.util.OptionalLong;

/** How much load there is when: a staircase of steps of equal length, each begun with a ramp. */
public sealed interface Schedule permits ArrivalSchedule, UserSchedule {

  /** What is asked for at an instant in milliseconds from the start; 0 outside the steps. */
  double target(long millis);

  /**
   * Transactions due before an instant in milliseconds from the start; empty in a closed model,
   * where a transaction is due when its user is ready for it.
   */
  OptionalLong dueBefore(long millis);
}
