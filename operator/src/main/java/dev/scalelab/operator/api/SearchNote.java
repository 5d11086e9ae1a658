package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What a reader has to know about a capacity that was found by a search. */
public enum SearchNote {
  /** The highest level met every objective: the capacity is at least that. */
  @JsonProperty("NotSaturated")
  NOT_SATURATED,

  /** The lowest level missed an objective: there is no capacity within the bounds. */
  @JsonProperty("BelowMin")
  BELOW_MIN,

  /** A level failed again although a clearly higher one passed again: the lower one counts. */
  @JsonProperty("NonMonotonic")
  NON_MONOTONIC,

  /** The objective changes little with the load, so the capacity depends much on chance. */
  @JsonProperty("FlatObjective")
  FLAT_OBJECTIVE,

  /** The noise of one step, or one user more, moves the capacity by more than the tolerance. */
  @JsonProperty("ToleranceNotShown")
  TOLERANCE_NOT_SHOWN,

  /** The round ended after the steps that it may have, before its bounds were close enough. */
  @JsonProperty("NotConverged")
  NOT_CONVERGED,

  /** The experiment was ended before the first round: the highest load that passed is a bound. */
  @JsonProperty("EndedEarly")
  ENDED_EARLY
}
