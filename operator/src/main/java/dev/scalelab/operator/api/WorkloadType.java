package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;

/** The type of workload: what users of the system under test do. */
public enum WorkloadType {
  @JsonProperty("OrderEntry")
  ORDER_ENTRY,
  @JsonProperty("ECperf")
  ECPERF,
  @JsonProperty("Bookstore")
  BOOKSTORE,
  @JsonProperty("Cart")
  CART,
  @JsonProperty("Cells")
  CELLS,
  @JsonProperty("Portal")
  PORTAL,
  @JsonProperty("Custom")
  CUSTOM;

  /** Name of each type's block of settings, both as spelled in manifests. */
  static final Map<String, String> BLOCKS =
      Map.of(
          "ECperf", "ecperf",
          "Bookstore", "bookstore",
          "Cart", "cart",
          "Cells", "cells",
          "Portal", "portal",
          "Custom", "custom");
}
