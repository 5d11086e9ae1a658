package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;

/** Settings of the workload ECperf. */
public record EcperfSpec(
    @JsonPropertyDescription(
            "New orders that are large, in percent: at least 100 pieces, which production lines make to order. Default"
                + " 10.")
        @Min(0)
        @Max(100)
        @Default("10")
        Integer largeOrderPercent,
    @JsonPropertyDescription(
            "With load.closed: mean time from the start of one transaction of a client to the start of its next,"
                + " exponentially distributed and cut at five times the mean, in milliseconds; a transaction that takes longer"
                + " is followed by the next one at once. Default 5000: five clients then start one transaction a second. 0 is"
                + " no pacing. No effect with load.open.")
        @Min(0)
        @Max(600000)
        @Default("5000")
        Integer pacingMillis,
    @JsonPropertyDescription("How long a supplier takes to deliver what was ordered.")
        @Default("{}")
        DeliverySpec delivery) {}
