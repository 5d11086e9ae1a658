package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** In which way a step was not steady. */
public enum SteadyClass {
  @JsonProperty("WarmingUp")
  WARMING_UP("became faster"),
  @JsonProperty("SlowingDown")
  SLOWING_DOWN("became slower"),
  @JsonProperty("LevelShift")
  LEVEL_SHIFT("changed at once");

  private final String text;

  SteadyClass(String text) {
    this.text = text;
  }

  /** What the servers did, for a message. */
  public String text() {
    return text;
  }
}
