package dev.scalelab.load.record;

/**
 * All that a step's record holds.
 *
 * @param step number of the step, from 0
 * @param scheduled users of this process due within the measured window
 * @param used what this process used of its machine during the window
 */
record StepMeasurement(int step, long scheduled, Window window, GeneratorUse.Used used) {}
