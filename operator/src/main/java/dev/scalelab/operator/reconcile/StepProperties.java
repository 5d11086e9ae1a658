package dev.scalelab.operator.reconcile;

import java.time.Duration;

/** What the reconciler has to know of every step. A step defines what differs from most. */
interface StepProperties {
  Duration AT_ONCE = Duration.ofMillis(20);
  Duration A_MOMENT = Duration.ofMillis(500);

  /** Also during the load: a reconciliation would take CPU from the measured tiers. */
  Duration NOT_URGENT = Duration.ofSeconds(2);

  Duration UNTIL_SOMEBODY_ACTS = Duration.ofMinutes(1);

  /** Name of the step's trial; null if it has none. */
  default String trialName() {
    return null;
  }

  /** When to reconcile again after this step; null if that is not needed. */
  default Duration requeueAfter() {
    return AT_ONCE;
  }

  /** Whether it waits until objects of a testbed change or are gone. */
  default boolean waitsForObjects() {
    return false;
  }

  /** Whether a load is being measured meanwhile. */
  default boolean whileLoaded() {
    return false;
  }

  /** Whether it ends a trial or a run for what was observed. */
  default boolean givesUp() {
    return false;
  }

  /** What the experiment is doing, for its status; null if nothing is said of it. */
  default String describe() {
    return null;
  }
}
