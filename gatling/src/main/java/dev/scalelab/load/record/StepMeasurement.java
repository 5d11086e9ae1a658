package dev.scalelab.load.record;

/**
 * All that a step's record holds.
 *
 * @param step number of the step, from 0
 * @param scheduled users due within the measured window
 * @param cpuSeconds CPU time that this process used during the window
 */
record StepMeasurement(int step, long scheduled, Window window, double cpuSeconds) {}
