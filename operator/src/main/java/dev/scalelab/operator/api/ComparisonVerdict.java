package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What a comparison with a baseline shows. */
public enum ComparisonVerdict {
  /** It did more, by more than chance explains. */
  @JsonProperty("Higher")
  HIGHER,
  /** It did less, by more than chance explains. */
  @JsonProperty("Lower")
  LOWER,
  /** The whole interval is within sweep.equivalencePercent of the same. */
  @JsonProperty("Equivalent")
  EQUIVALENT,
  /** Neither a difference nor that there is none. */
  @JsonProperty("NotShown")
  NOT_SHOWN,
  /** The same system measured twice differed by more than chance explains. */
  @JsonProperty("NoiseFloorBroken")
  NOISE_FLOOR_BROKEN,
  /** The figures cannot be compared; the message says why. */
  @JsonProperty("NotCompared")
  NOT_COMPARED
}
