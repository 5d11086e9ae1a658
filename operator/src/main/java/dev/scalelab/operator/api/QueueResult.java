package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** A stream of transactions in the queues of all servers together. */
public record QueueResult(
    @JsonPropertyDescription("Transactions that listeners completed, per second of the window.")
        Double takenPerSecond,
    @JsonPropertyDescription(
            "Transactions in the queues at the end of the window: orders or their changes, waiting or being"
                + " processed by listeners.")
        Long backlog,
    @JsonPropertyDescription(
            "Change of that number since the start of the window; negative if it fell.")
        Long backlogGrowth,
    @JsonPropertyDescription(
            "Mean execution time of the transactions that listeners completed in the window: from a transaction's"
                + " acceptance until all servers show it as executed, in milliseconds. Absent if there was none, or if not all"
                + " servers report it.")
        Double executionMillis)
    implements OmitsNulls {}
