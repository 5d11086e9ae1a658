package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The phase of an experiment or a trial, for users; programs read the conditions. */
public enum Phase {
  @JsonProperty("Queued")
  QUEUED(false),
  @JsonProperty("Running")
  RUNNING(false),
  @JsonProperty("Suspended")
  SUSPENDED(false),
  @JsonProperty("Succeeded")
  SUCCEEDED(true),
  @JsonProperty("Failed")
  FAILED(true),
  @JsonProperty("Rejected")
  REJECTED(true),
  @JsonProperty("Terminated")
  TERMINATED(true);

  private final boolean terminal;

  Phase(boolean terminal) {
    this.terminal = terminal;
  }

  /** Whether nothing more happens after this phase. */
  public boolean terminal() {
    return terminal;
  }

  /** Whether a status with this phase, null when it has none yet, has ended. */
  static boolean ended(Phase phase) {
    return phase != null && phase.terminal();
  }
}
