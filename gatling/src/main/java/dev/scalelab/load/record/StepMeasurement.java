package dev.scalelab.load.record;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * The content of a step's record.
 *
 * @param step number of the step, from 0
 * @param toNanos end of the measurement, in nanoseconds since the schedule's zero: the end of the
 *     measured window, or earlier, when every user had completed its number of transactions
 * @param scheduled users of this process scheduled within the measured window
 * @param used this process's use of its machine during the window
 * @param usersDone users of this process who had completed their number by then; empty without such
 *     a number
 * @param stream the stream in addition to the users; empty without a stream
 * @param series the step second by second, from the start of its settling
 */
record StepMeasurement(
    int step,
    long toNanos,
    long scheduled,
    Window window,
    GeneratorUse.Used used,
    OptionalInt usersDone,
    Optional<OfStream> stream,
    StepSeries.Taken series) {

  /**
   * The stream's part of a step.
   *
   * @param scheduled transactions of this process's part of the stream scheduled within the
   *     measured window
   */
  record OfStream(RunStream stream, long scheduled, Window window) {}
}
