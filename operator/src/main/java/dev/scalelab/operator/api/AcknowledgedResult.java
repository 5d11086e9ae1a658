package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** The acknowledged transactions of one kind, one by one, against those in the databases. */
public record AcknowledgedResult(
    @JsonPropertyDescription("The transaction, as newOrder.") String name,
    @JsonPropertyDescription("Transactions that servers acknowledged to the client.")
        Long acknowledged,
    @JsonPropertyDescription("Those of them that are not in the databases.") Long missing,
    @JsonPropertyDescription("Rows of transactions that are there already.") Long twice)
    implements OmitsNulls {}
