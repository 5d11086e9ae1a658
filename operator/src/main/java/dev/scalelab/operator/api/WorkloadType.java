package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;

/** The type of workload: what users of the system under test do. */
public enum WorkloadType {
  @JsonProperty("OrderEntry")
  ORDER_ENTRY(null),
  @JsonProperty("ECperf")
  ECPERF("ecperf"),
  @JsonProperty("Bookstore")
  BOOKSTORE("bookstore"),
  @JsonProperty("Cart")
  CART("cart"),
  @JsonProperty("Cells")
  CELLS("cells"),
  @JsonProperty("Portal")
  PORTAL("portal"),
  @JsonProperty("Custom")
  CUSTOM("custom");

  /** Name of each type's block of settings, both as spelled in manifests. */
  static final Map<String, String> BLOCKS =
      Map.of(
          "ECperf", "ecperf",
          "Bookstore", "bookstore",
          "Cart", "cart",
          "Cells", "cells",
          "Portal", "portal",
          "Custom", "custom");

  private final String block;

  WorkloadType(String block) {
    this.block = block;
  }

  /** Name of its block of settings in spec.workload; null without one. */
  public String block() {
    return block;
  }
}
