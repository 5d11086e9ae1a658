package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.stream.Collectors;

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

  /** Their names in a message, as "throughput and response time". */
  public static String text(List<SteadySeries> series) {
    return series.stream().map(one -> one.text).collect(Collectors.joining(" and "));
  }
}
