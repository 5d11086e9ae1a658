package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * The 95 % intervals of a configuration's figures, from the differences between its rounds: in 95
 * of 100 experiments the true figure is inside.
 */
@RecordBuilder
public record FigureIntervals(
    @JsonPropertyDescription("Of peakPerSecond.") Interval peakPerSecond,
    @JsonPropertyDescription(
            "Of capacityPerSecond. That of given loads is one of their steps: see capacityResolutionPercent.")
        Interval capacityPerSecond,
    @JsonPropertyDescription("Of meanMillis.") Interval meanMillis,
    @JsonPropertyDescription("Of p50Millis.") Interval p50Millis,
    @JsonPropertyDescription("Of p90Millis.") Interval p90Millis,
    @JsonPropertyDescription("Of p95Millis.") Interval p95Millis,
    @JsonPropertyDescription("Of p99Millis.") Interval p99Millis,
    @JsonPropertyDescription("Of speedup; absent for the fewest servers.") Interval speedup,
    @JsonPropertyDescription("Of efficiency; absent for the fewest servers.") Interval efficiency)
    implements OmitsNulls {}
