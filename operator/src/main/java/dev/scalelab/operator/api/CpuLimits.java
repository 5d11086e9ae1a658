package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** CPU limits that were in force at the application servers, over all of them and the window. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CpuLimits(
    @JsonPropertyDescription("Lowest CPU limit of a server in the window, in cores.")
        Double minCores,
    @JsonPropertyDescription("Highest CPU limit of a server in the window, in cores.")
        Double maxCores) {}
