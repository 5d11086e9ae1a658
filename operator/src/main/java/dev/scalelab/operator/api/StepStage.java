package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How much of what a configuration can do a step used. */
public enum StepStage {
  /** Responses are about as quick as at the lowest load, and all that was requested was done. */
  @JsonProperty("UnderUsed")
  UNDER_USED,
  /** At least 90 % of the highest throughput. */
  @JsonProperty("FullyLoaded")
  FULLY_LOADED,
  /** Past the peak with less throughput, or responses too slow to be of use, or many errors. */
  @JsonProperty("Halted")
  HALTED
}
