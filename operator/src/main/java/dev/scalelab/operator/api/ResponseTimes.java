package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/**
 * Response times of completed transactions, in milliseconds, rounded; all absent where none
 * completed.
 */
public record ResponseTimes(
    @JsonPropertyDescription(
            "Median response time of completed transactions, from the moment for which each was scheduled,"
                + " in milliseconds.")
        Double p50Millis,
    @JsonPropertyDescription("90th percentile, in milliseconds.") Double p90Millis,
    @JsonPropertyDescription("95th percentile, in milliseconds.") Double p95Millis,
    @JsonPropertyDescription("99th percentile, in milliseconds.") Double p99Millis,
    @JsonPropertyDescription("Longest response time, in milliseconds.") Double maxMillis,
    @JsonPropertyDescription(
            "95th percentile of the same transactions' times from the sending, within 1 %, in"
                + " milliseconds: the difference is the delay of the load generator. No objective"
                + " uses it.")
        Double sentP95Millis,
    @JsonPropertyDescription("99th percentile of times from the sending, in milliseconds.")
        Double sentP99Millis,
    @JsonPropertyDescription(
            "Mean response time of completed transactions, from the moment for which each was scheduled, in milliseconds.")
        Double meanMillis)
    implements OmitsNulls {

  /** A percentile by its name: 50, 90, 95 or 99. */
  public Double percentile(String name) {
    return switch (name) {
      case "50" -> p50Millis;
      case "90" -> p90Millis;
      case "95" -> p95Millis;
      case "99" -> p99Millis;
      default -> throw new IllegalArgumentException("no percentile " + name);
    };
  }
}
