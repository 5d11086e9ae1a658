package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Who keeps a visitor's cart between requests. */
public enum CartState {
  /** The servers, in a session. */
  @JsonProperty("Server")
  SERVER,
  /** The visitor, who sends it with each request. */
  @JsonProperty("Client")
  CLIENT
}
