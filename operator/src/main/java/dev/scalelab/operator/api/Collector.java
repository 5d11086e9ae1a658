package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Garbage collectors of the Java virtual machine. */
public enum Collector {
  @JsonProperty("Serial")
  SERIAL("Serial"),
  @JsonProperty("Parallel")
  PARALLEL("Parallel"),
  @JsonProperty("G1")
  G1("G1"),
  @JsonProperty("Z")
  Z("Z"),
  @JsonProperty("Shenandoah")
  SHENANDOAH("Shenandoah");

  private final String label;

  Collector(String label) {
    this.label = label;
  }

  /** As in Java's option. */
  public String label() {
    return label;
  }
}
