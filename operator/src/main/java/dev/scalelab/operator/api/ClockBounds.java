package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/**
 * Difference of a clock from the operator's, which is known within bounds. A negative difference
 * means that the clock is behind.
 */
public record ClockBounds(
    @JsonPropertyDescription(
            "Minimum by which the clock is ahead of the operator's, in milliseconds; negative if it"
                + " may be behind.")
        Long minMillis,
    @JsonPropertyDescription(
            "Maximum by which the clock is ahead of the operator's, in milliseconds; absent if"
                + " unknown, negative if it is behind.")
        Long maxMillis)
    implements OmitsNulls {

  /** The bounds that follow from both, if they are of the same clock. */
  public ClockBounds and(ClockBounds other) {
    return new ClockBounds(
        Math.max(minMillis, other.minMillis),
        maxMillis == null
            ? other.maxMillis
            : other.maxMillis == null ? maxMillis : (Long) Math.min(maxMillis, other.maxMillis));
  }

  /** The difference of this clock from another one, instead of from the operator's. */
  public ClockBounds from(ClockBounds other) {
    return new ClockBounds(
        other.maxMillis == null ? null : (Long) (minMillis - other.maxMillis),
        maxMillis == null ? null : (Long) (maxMillis - other.minMillis));
  }

  /** The smallest difference within the bounds, in milliseconds: 0 if the clocks may agree. */
  public long leastMillis() {
    if (minMillis != null && minMillis > 0) {
      return minMillis;
    }
    return maxMillis != null && maxMillis < 0 ? maxMillis : 0;
  }
}
