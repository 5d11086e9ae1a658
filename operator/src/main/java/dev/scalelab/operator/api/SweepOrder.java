package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The order in which the runs of an experiment are made. */
public enum SweepOrder {
  @JsonProperty("Listed")
  LISTED,
  @JsonProperty("Interleaved")
  INTERLEAVED,
  @JsonProperty("Shuffled")
  SHUFFLED
}
