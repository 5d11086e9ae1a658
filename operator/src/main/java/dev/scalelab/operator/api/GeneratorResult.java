package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** The load generator's own condition in a step: whether it could have been the limit. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record GeneratorResult(
    @JsonPropertyDescription("Median of how late transactions began, in milliseconds.")
        Double latenessP50Millis,
    @JsonPropertyDescription(
            "99th percentile of the same, the latest two left out, in milliseconds.")
        Double latenessP99Millis,
    @JsonPropertyDescription("CPU that it used, in cores.") Double cpuCores,
    @JsonPropertyDescription("CPU that it may use, in cores; absent when not limited.")
        Double cpuLimitCores) {}
