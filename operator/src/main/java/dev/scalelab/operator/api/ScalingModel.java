package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How throughput depends on the number of servers, from the simplest model to the most general. */
public enum ScalingModel {
  @JsonProperty("Linear")
  LINEAR,
  @JsonProperty("Amdahl")
  AMDAHL,
  @JsonProperty("Plateau")
  PLATEAU,
  @JsonProperty("Usl")
  USL
}
