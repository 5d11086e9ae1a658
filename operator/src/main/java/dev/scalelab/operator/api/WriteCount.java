package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;

/** Transactions to which one load generator has given numbers, from 1, so that each is known. */
public record WriteCount(
    @JsonPropertyDescription("The transaction, as newOrder.") String name,
    @JsonPropertyDescription("The number of the load generator, from 0.") Integer generator,
    @JsonPropertyDescription("Transactions that were sent: the highest number.") Long numbered,
    @JsonPropertyDescription(
            "Numbers of those that were not acknowledged, as 3,17-19; absent if these are too many to be listed.")
        @Size(max = WriteCount.LONGEST)
        String unacknowledged)
    implements OmitsNulls {
  /** Longest list of numbers that is kept. */
  public static final int LONGEST = 1000;
}
