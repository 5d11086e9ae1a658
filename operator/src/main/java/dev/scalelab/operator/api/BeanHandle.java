package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Where the reference to a client's stateful bean is kept. */
public enum BeanHandle {
  /** In the client's web session. */
  @JsonProperty("Session")
  SESSION,
  /** In a cookie of the client, without a web session. */
  @JsonProperty("Cookie")
  COOKIE
}
