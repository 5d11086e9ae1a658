package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Where an application keeps the state of a session. */
public enum StateLocation {
  /** In the web session. */
  @JsonProperty("WebSession")
  WEB_SESSION("web"),
  /** In a stateful session bean. */
  @JsonProperty("StatefulBean")
  STATEFUL_BEAN("bean"),
  /** In both, each with the complete state. */
  @JsonProperty("Both")
  BOTH("both"),
  /** Nowhere: no session is kept. */
  @JsonProperty("None")
  NONE("none");

  private final String label;

  StateLocation(String label) {
    this.label = label;
  }

  /** The name that servers use. */
  public String label() {
    return label;
  }
}
