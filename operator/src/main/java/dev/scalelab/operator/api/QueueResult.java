package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** What became of a stream of transactions in the queues of all servers together. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record QueueResult(
    @JsonPropertyDescription(
            "Transactions that listeners took from the queues, per second of the window.")
        Double takenPerSecond,
    @JsonPropertyDescription(
            "Transactions in the queues at the end of the window: those that waited, and those that"
                + " listeners were at.")
        Long backlog,
    @JsonPropertyDescription(
            "How many more that were than at the begin of the window; less than 0 when fewer.")
        Long backlogGrowth) {}
