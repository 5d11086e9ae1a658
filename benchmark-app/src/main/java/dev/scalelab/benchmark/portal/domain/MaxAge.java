package dev.scalelab.benchmark.portal.domain;

import java.time.Duration;

/**
 * Maximum age of a status.
 *
 * @param duration from when it was read to the response
 */
public record MaxAge(Duration duration) {}
