package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** The Infinispan servers in a step's window; their CPU is that of the tier cache. */
public record CacheEvidence(
    @JsonPropertyDescription("Members in the smallest cluster view seen.") Integer members,
    @JsonPropertyDescription("Reads of entries per second, as all of them count them.")
        Double readsPerSecond,
    @JsonPropertyDescription(
            "Writes and removals of entries per second, as all of them count them.")
        Double writesPerSecond,
    @JsonPropertyDescription("Share of reads that found an entry, in percent.") Double hitPercent,
    @JsonPropertyDescription("Used heap against its limit, in percent; highest of the servers.")
        Double heapPercent)
    implements OmitsNulls {}
