package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** A figure with its 95 % interval. */
public record Estimate(
    @JsonPropertyDescription("The estimate.") Double value,
    @JsonPropertyDescription("Lower end of the 95 % interval; absent without one.") Double low,
    @JsonPropertyDescription(
            "Upper end of the 95 % interval; absent without one, or if it has no upper end.")
        Double high)
    implements OmitsNulls {

  /** Whether it has both ends. */
  public boolean bounded() {
    return low != null && high != null;
  }
}
