package dev.scalelab.benchmark.portal.domain;

import java.time.Duration;

/**
 * How old a status may be.
 *
 * @param duration from when it was read to when it is told
 */
public record MaxAge(Duration duration) {}
