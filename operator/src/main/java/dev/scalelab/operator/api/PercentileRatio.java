package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** How far the slowest transactions are from the mean. */
public record PercentileRatio(
    @JsonPropertyDescription("Utilization of the busiest CPU; 1 is all.") Double utilization,
    @JsonPropertyDescription("95th percentile of the response times, divided by their mean.")
        Double ratio)
    implements OmitsNulls {}
