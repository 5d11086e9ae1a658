package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.function.BinaryOperator;

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
        known(minMillis, other.minMillis, Math::max), known(maxMillis, other.maxMillis, Math::min));
  }

  private static Long known(Long one, Long other, BinaryOperator<Long> both) {
    return one == null ? other : other == null ? one : both.apply(one, other);
  }

  /** The difference of this clock from another one, instead of from the operator's. */
  public ClockBounds from(ClockBounds other) {
    return new ClockBounds(
        difference(minMillis, other.maxMillis), difference(maxMillis, other.minMillis));
  }

  private static Long difference(Long one, Long other) {
    return one == null || other == null ? null : (Long) (one - other);
  }

  /** The smallest difference within the bounds, in milliseconds: 0 if the clocks may agree. */
  public long leastMillis() {
    if (minMillis != null && minMillis > 0) {
      return minMillis;
    }
    return maxMillis != null && maxMillis < 0 ? maxMillis : 0;
  }
}
