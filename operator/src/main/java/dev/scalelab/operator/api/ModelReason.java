package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Why a queueing model answers no questions. */
public enum ModelReason {
  /** No figures of the servers' CPU. */
  @JsonProperty("FiguresMissing")
  FIGURES_MISSING,
  /** Fewer than two loads that leave every CPU below 70 %, from which demands are measured. */
  @JsonProperty("TooFewSteps")
  TOO_FEW_STEPS,
  /** No higher load whose response time the model could be compared with. */
  @JsonProperty("NotTested")
  NOT_TESTED,
  /** It predicts the higher loads wrongly. */
  @JsonProperty("Misfit")
  MISFIT,
  /** More users than it is calculated for. */
  @JsonProperty("TooManyUsers")
  TOO_MANY_USERS
}
