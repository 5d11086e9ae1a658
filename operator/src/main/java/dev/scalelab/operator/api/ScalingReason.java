package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What limits the statements of a scalability model. */
public enum ScalingReason {
  /** Too few numbers of servers for a model. */
  @JsonProperty("InsufficientPoints")
  INSUFFICIENT_POINTS,
  /** No model explains the figures within the noise between rounds: it predicts nothing. */
  @JsonProperty("Misfit")
  MISFIT,
  /** Each server does more with others beside it than alone, which no model allows. */
  @JsonProperty("Superlinear")
  SUPERLINEAR
}
