package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How the arrivals of an open model follow one another. */
public enum Arrivals {
  /** At equal intervals. */
  @JsonProperty("Even")
  EVEN,
  /** At random, as from many users who do not know of one another. */
  @JsonProperty("Poisson")
  POISSON
}
