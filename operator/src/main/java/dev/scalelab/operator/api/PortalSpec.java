package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;

/** Settings of the workload Portal. */
public record PortalSpec(
    @JsonPropertyDescription("Status requests in a visit. Default 10.")
        @Min(1)
        @Max(100)
        @Default("10")
        Integer requestsPerVisit,
    @JsonPropertyDescription(
            "Orders that arrive per second during the whole run, in addition to the visits of load."
                + " Default 5.")
        @Min(0)
        @Max(10000)
        @Default("5")
        Integer ordersPerSecond,
    @JsonPropertyDescription(
            "Maximum age of a displayed status, in milliseconds; most are much younger. Default"
                + " 2000.")
        @Min(100)
        @Max(600000)
        @Default("2000")
        Integer maxAgeMillis) {}
