package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** A domain of ECperf, whose tables are in one database. */
public enum Domain {
  @JsonProperty("Customer")
  CUSTOMER,
  @JsonProperty("Corporate")
  CORPORATE,
  @JsonProperty("Manufacturing")
  MANUFACTURING,
  @JsonProperty("Supplier")
  SUPPLIER
}
