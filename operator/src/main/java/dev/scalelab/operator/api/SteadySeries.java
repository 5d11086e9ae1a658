package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** A series over the measured part of a step of which the steadiness is judged. */
public enum SteadySeries {
  @JsonProperty("Throughput")
  THROUGHPUT("throughput"),
  @JsonProperty("ResponseTime")
  RESPONSE_TIME("response time"),
  @JsonProperty("Demand")
  DEMAND("CPU time per transaction");

  private final String text;

  SteadySeries(String text) {
    this.text = text;
  }

  /** Its name in messages. */
  public String text() {
    return text;
  }
}
