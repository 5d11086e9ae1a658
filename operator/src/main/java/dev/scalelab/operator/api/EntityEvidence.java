package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** The servers' caches of entities within one step. */
public record EntityEvidence(
    @JsonPropertyDescription(
            "Reads of these caches per second, by identifier; all servers together.")
        Double readsPerSecond,
    @JsonPropertyDescription("Share of them that found the entity in the server, in percent.")
        Double hitPercent)
    implements OmitsNulls {}
