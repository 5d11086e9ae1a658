package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/**
 * The load generator's own condition in a step: whether it could have been the bottleneck. With
 * several generators, each figure is the worst of all of them.
 */
public record GeneratorResult(
    @JsonPropertyDescription(
            "Median delay from the scheduled to the actual start of a transaction, in milliseconds.")
        Double latenessP50Millis,
    @JsonPropertyDescription(
            "99th percentile of that delay, but never one of the two highest values, in"
                + " milliseconds.")
        Double latenessP99Millis,
    @JsonPropertyDescription("CPU that it used, in cores.") Double cpuCores,
    @JsonPropertyDescription("CPU that it may use, in cores; absent when not limited.")
        Double cpuLimitCores,
    @JsonPropertyDescription(
            "Number of load generators; each figure here is the worst of all of them.")
        Integer generators,
    @JsonPropertyDescription(
            "Transactions scheduled at one generator that neither began nor were shed, or that"
                + " began without being scheduled.")
        Long unsent,
    @JsonPropertyDescription("Connections that one generator opened in the window, or tried to.")
        Long connectionsOpened,
    @JsonPropertyDescription("Maximum number of connections open at the same time.")
        Long connectionsOpen,
    @JsonPropertyDescription(
            "Ports in use by its connections at the end of the window: a closed connection keeps"
                + " its port for a minute.")
        Long portsTaken,
    @JsonPropertyDescription(
            "Maximum difference between the starts of the generators' windows, by their own clocks,"
                + " in milliseconds.")
        Double startSkewMillis)
    implements OmitsNulls {}
