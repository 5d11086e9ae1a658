package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** A part of the mean response time of a transaction. */
public record TimePart(
    @JsonPropertyDescription(
            "balancerQueue, webQueue, application, beanWait, jdbcWait, idleInTransaction (a connection waits for the application), database"
                + " (statements, without the following waits), locks, io (reads and writes), commits, or unexplained: the rest, such as"
                + " the network and the balancer itself; negative if the other parts, some of which are sampled, add up to more than the"
                + " mean.")
        String part,
    @JsonPropertyDescription("Its length, in milliseconds per transaction.") Double millis) {}
