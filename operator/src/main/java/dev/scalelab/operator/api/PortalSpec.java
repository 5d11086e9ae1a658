package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;

/** Settings of the workload portal. */
public record PortalSpec(
    @JsonPropertyDescription(
            "Which servers hold an entry of the cache that statuses are read from: all of them"
                + " (Replicated), or the one that owns it, where requests are sent (Owner). Default"
                + " Replicated.")
        @Default("Replicated")
        CachePlace cache,
    @JsonPropertyDescription(
            "Orders that arrive each second, all through a run, beside the visits of load. Default"
                + " 5.")
        @Min(0)
        @Max(10000)
        @Default("5")
        Integer ordersPerSecond,
    @JsonPropertyDescription(
            "Message-driven beans of each server that take orders from its queue at a time. Default"
                + " 4.")
        @Min(1)
        @Max(99)
        @Default("4")
        Integer listeners,
    @JsonPropertyDescription(
            "No status that is told is older, in milliseconds; most are much younger. Default"
                + " 2000.")
        @Min(100)
        @Max(600000)
        @Default("2000")
        Integer maxAgeMillis,
    @JsonPropertyDescription("Requests for statuses in a visit. Default 10.")
        @Min(1)
        @Max(100)
        @Default("10")
        Integer requestsPerVisit) {}
