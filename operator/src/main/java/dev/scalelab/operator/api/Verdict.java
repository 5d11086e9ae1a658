package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Whether the objectives were met; independent of whether the experiment could be run. */
public enum Verdict {
  @JsonProperty("Passed")
  PASSED,
  @JsonProperty("Failed")
  FAILED,
  @JsonProperty("Inconclusive")
  INCONCLUSIVE;

  /** The verdict as text in a status. */
  public String text() {
    return name().charAt(0) + name().substring(1).toLowerCase(java.util.Locale.ROOT);
  }
}
