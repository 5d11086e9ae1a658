package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** A 95 % interval of a figure. */
public record Interval(
    @JsonPropertyDescription("Lower end.") Double low,
    @JsonPropertyDescription("Upper end.") Double high) {}
