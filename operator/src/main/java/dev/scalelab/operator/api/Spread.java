package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** Mean, minimum and maximum of a figure over the valid runs of a configuration. */
public record Spread(
    @JsonPropertyDescription("Mean of the valid runs.") Double mean,
    @JsonPropertyDescription("Lowest of the valid runs.") Double min,
    @JsonPropertyDescription("Highest of the valid runs.") Double max) {}
