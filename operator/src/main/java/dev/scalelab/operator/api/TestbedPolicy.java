package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What happens to the testbed when an experiment ends. */
public enum TestbedPolicy {
  /** It is removed. */
  @JsonProperty("Delete")
  DELETE,
  /** It stays until the experiment is deleted, or this policy changes. */
  @JsonProperty("Retain")
  RETAIN,
  /** It stays only when the experiment failed. */
  @JsonProperty("RetainOnFailure")
  RETAIN_ON_FAILURE;

  /** Whether the testbed of an experiment that ended in this phase stays. */
  public boolean retains(Phase ended) {
    return this == RETAIN || this == RETAIN_ON_FAILURE && ended == Phase.FAILED;
  }
}
