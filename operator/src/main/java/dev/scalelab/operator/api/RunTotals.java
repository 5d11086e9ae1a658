package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** What the load generator counted over a whole run, parts that are not measured included. */
public record RunTotals(
    @JsonPropertyDescription("Counts of each kind of transaction.") @Size(max = 64)
        List<TransactionCount> transactions,
    @JsonPropertyDescription("Requests sent.") Long requests,
    @JsonPropertyDescription("Requests that failed.") Long failedRequests,
    @JsonPropertyDescription(
            "Numbered transactions of each kind and load generator; absent if the load generators give no numbers.")
        @Size(max = 64)
        List<WriteCount> writes)
    implements OmitsNulls {}
