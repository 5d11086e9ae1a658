package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** Counts of one kind of transaction. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TransactionCount(
    @JsonPropertyDescription("The transaction, as newOrder.") String name,
    @JsonPropertyDescription("Completed.") Long ok,
    @JsonPropertyDescription("Failed.") Long failed) {}
