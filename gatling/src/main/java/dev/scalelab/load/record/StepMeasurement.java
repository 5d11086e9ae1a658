package dev.scalelab.load.record;

import java.util.Optional;

/**
 * All that a step's record holds.
 *
 * @param step number of the step, from 0
 * @param scheduled users of this process due within the measured window
 * @param used what this process used of its machine during the window
 * @param stream what arrived beside the users; empty when nothing does
 */
record StepMeasurement(
    int step, long scheduled, Window window, GeneratorUse.Used used, Optional<OfStream> stream) {

  /**
   * The stream's part of a step.
   *
   * @param scheduled transactions of this process's part of the stream due within the measured
   *     window
   */
  record OfStream(RunStream stream, long scheduled, Window window) {}
}
