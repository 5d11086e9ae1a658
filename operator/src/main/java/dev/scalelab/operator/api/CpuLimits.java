package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** CPU limits that were in force at the application servers, over all of them and the window. */
public record CpuLimits(
    @JsonPropertyDescription("Lowest CPU limit of a server in the window, in cores.")
        Double minCores,
    @JsonPropertyDescription("Highest CPU limit of a server in the window, in cores.")
        Double maxCores)
    implements OmitsNulls {}
