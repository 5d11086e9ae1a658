package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How transactions choose among the rows of the dataset. */
public enum Keys {
  /** Each is used once before one is used again. */
  @JsonProperty("Rounds")
  ROUNDS,
  /** Each with the same probability. */
  @JsonProperty("Random")
  RANDOM,
  /** A fifth of them by four fifths of the transactions. */
  @JsonProperty("Skewed")
  SKEWED
}
