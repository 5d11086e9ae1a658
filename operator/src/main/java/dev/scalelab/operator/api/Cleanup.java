package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What becomes of the testbed when an experiment ends. */
public enum Cleanup {
  @JsonProperty("Delete")
  DELETE,
  @JsonProperty("Retain")
  RETAIN
}
