package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;

/** How long each kind of wait may last, in seconds. */
public record TimeoutsSpec(
    @JsonPropertyDescription("For the database to become ready, in seconds. Default 600.")
        @Min(10)
        @Max(86400)
        @Default("600")
        Integer databaseSeconds,
    @JsonPropertyDescription(
            "For servers, balancer and suppliers to become ready, form their cluster and have their"
                + " CPU limit, and to be removed, in seconds each. A WildFly that has not started after"
                + " half of this time, but at least 120 s, is started again. Default 600.")
        @Min(10)
        @Max(86400)
        @Default("600")
        Integer serversSeconds,
    @JsonPropertyDescription(
            "For each Job in addition to its planned time (scheduling, start, dataset, evidence),"
                + " and for queues to become empty, in seconds. Default 300.")
        @Min(10)
        @Max(86400)
        @Default("300")
        Integer jobSeconds) {}
