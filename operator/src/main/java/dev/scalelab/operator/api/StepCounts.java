package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** What the client counted in the measured window of a step, without a stream's transactions. */
public record StepCounts(
    @JsonPropertyDescription("Transactions that were scheduled to begin in the window.")
        Long scheduled,
    @JsonPropertyDescription("Transactions that began in the window.") Long sent,
    @JsonPropertyDescription(
            "Transactions that were scheduled but not sent, because too many were in flight; they"
                + " count as failed.")
        Long shed,
    @JsonPropertyDescription("Transactions that succeeded in the window.") Long completed,
    @JsonPropertyDescription("Transactions that failed in the window.") Long failed,
    @JsonPropertyDescription("Requests answered in the window.") Long requests,
    @JsonPropertyDescription(
            "With load.closed.transactionsPerUser: users who had completed all their transactions"
                + " by the end of the window.")
        Integer usersDone,
    @JsonPropertyDescription(
            "With workload.ecperf.largeOrderPercent: work orders that the large-order line completed; the others are of"
                + " planned lines.")
        Long largeOrdersMade)
    implements OmitsNulls {}
