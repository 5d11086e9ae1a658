package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How users come: at a rate of their own, or each after the response to the transaction before. */
public enum LoadModel {
  @JsonProperty("Open")
  OPEN,
  @JsonProperty("Closed")
  CLOSED
}
