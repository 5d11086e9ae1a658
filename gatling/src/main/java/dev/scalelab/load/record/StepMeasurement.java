package dev.scalelab.load.record;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * All that a step's record holds.
 *
 * @param step number of the step, from 0
 * @param toNanos when the measurement ended, in nanoseconds since the schedule's zero: with the
 *     measured window, or before, when every user had done its number of transactions
 * @param scheduled users of this process due within the measured window
 * @param used what this process used of its machine during the window
 * @param usersDone users of this process who had done their number by then; empty where they have
 *     none
 * @param stream what arrived beside the users; empty when nothing does
 */
record StepMeasurement(
    int step,
    long toNanos,
    long scheduled,
    Window window,
    GeneratorUse.Used used,
    OptionalInt usersDone,
    Optional<OfStream> stream) {

  /**
   * The stream's part of a step.
   *
   * @param scheduled transactions of this process's part of the stream due within the measured
   *     window
   */
  record OfStream(RunStream stream, long scheduled, Window window) {}
}
