package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** How long a transaction holds slots of the servers, such as connections or threads. */
public record SlotDemand(
    @JsonPropertyDescription("The slots, as JDBC pool.") String name,
    @JsonPropertyDescription(
            "Time for which a transaction holds one with little load, in milliseconds.")
        Double heldMillis,
    @JsonPropertyDescription("Number of them in each server.") Double size)
    implements OmitsNulls {

  /** Transactions per second for which those of one server suffice. */
  public double boundPerSecond() {
    return 1000 * size / heldMillis;
  }
}
