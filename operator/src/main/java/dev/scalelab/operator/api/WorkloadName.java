package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The workloads that the benchmark application and the load generator know. */
public enum WorkloadName {
  @JsonProperty("ecperf")
  ECPERF
}
