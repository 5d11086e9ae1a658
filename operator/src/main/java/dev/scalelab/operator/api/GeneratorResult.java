package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/**
 * The load generator's own condition in a step: whether it could have been the limit. Where there
 * are several, each figure is that of the one that is worst off.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record GeneratorResult(
    @JsonPropertyDescription("Median of how late transactions began, in milliseconds.")
        Double latenessP50Millis,
    @JsonPropertyDescription(
            "99th percentile of the same, the latest two left out, in milliseconds.")
        Double latenessP99Millis,
    @JsonPropertyDescription("CPU that it used, in cores.") Double cpuCores,
    @JsonPropertyDescription("CPU that it may use, in cores; absent when not limited.")
        Double cpuLimitCores,
    @JsonPropertyDescription(
            "Number of load generators; each figure here is that of the one that is worst off.")
        Integer generators,
    @JsonPropertyDescription(
            "Transactions that were due at one generator and neither began nor were shed, or that began undue.")
        Long unsent,
    @JsonPropertyDescription("Connections that one generator opened in the window, or tried to.")
        Long connectionsOpened,
    @JsonPropertyDescription("Most connections that it had open at a time.") Long connectionsOpen,
    @JsonPropertyDescription(
            "Ports that its connections took at the end: a closed one keeps its port for a minute.")
        Long portsTaken,
    @JsonPropertyDescription(
            "How far apart the generators' windows began by their own clocks, in milliseconds.")
        Double apartMillis) {}
