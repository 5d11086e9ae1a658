package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What is known about the limit of a configuration. */
public enum BottleneckVerdict {
  /** One resource limits it. */
  @JsonProperty("Limited")
  LIMITED("Limited"),
  /** It is limited, but the figures fit several resources, or none. */
  @JsonProperty("NotDetermined")
  NOT_DETERMINED("NotDetermined"),
  /** No load reached its limit. */
  @JsonProperty("NotSaturated")
  NOT_SATURATED("NotSaturated");

  private final String text;

  BottleneckVerdict(String text) {
    this.text = text;
  }

  /** The verdict as the API spells it. */
  public String text() {
    return text;
  }
}
