package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** Figures of one kind of transaction in one step. */
public record TransactionResult(
    @JsonPropertyDescription("The transaction, as newOrder.") String name,
    @JsonPropertyDescription("Completed in the window.") Long ok,
    @JsonPropertyDescription("Failed in the window.") Long failed,
    @JsonPropertyDescription("Median response time, as the step's, in milliseconds.")
        Double p50Millis,
    @JsonPropertyDescription("90th percentile, in milliseconds.") Double p90Millis,
    @JsonPropertyDescription("95th percentile, in milliseconds.") Double p95Millis)
    implements OmitsNulls {
  /** A percentile by its name, 50, 90 or 95, in milliseconds; null if none succeeded. */
  public Double percentile(String name) {
    return switch (name) {
      case "50" -> p50Millis;
      case "90" -> p90Millis;
      case "95" -> p95Millis;
      default -> throw new IllegalArgumentException("no p" + name + " of a single transaction");
    };
  }
}
