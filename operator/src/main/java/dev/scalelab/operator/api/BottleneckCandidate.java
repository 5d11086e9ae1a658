package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** A resource that may limit a configuration, or would be its next limit. */
public record BottleneckCandidate(
    @JsonPropertyDescription("The resource, as Application/JdbcPool.") String resource,
    @JsonPropertyDescription("Its database, where there are several.") String database,
    @JsonPropertyDescription("Used part of it; 1 is all. Absent if it is not a quantity.")
        Double utilization,
    @JsonPropertyDescription(
            "Throughput that it would allow alone, in transactions per second; absent if unknown.")
        Double boundPerSecond,
    @JsonPropertyDescription(
            "Of Application/Cpu, the partition or tier (web, beans) of the servers whose CPU it is; absent where all servers are alike.")
        String partition)
    implements OmitsNulls {}
