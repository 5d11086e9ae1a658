package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Whether a database must have a connection for each of the servers' pools. */
public enum ConnectionCheck {
  @JsonProperty("Checked")
  CHECKED,
  @JsonProperty("Unchecked")
  UNCHECKED
}
