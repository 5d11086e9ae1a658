package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** The measured part of a step. */
public record StepWindow(
    @JsonPropertyDescription("Start of the measured window (RFC 3339).") String from,
    @JsonPropertyDescription("End of the measured window (RFC 3339).") String to,
    @JsonPropertyDescription("Length of the measured window, in seconds.") Double seconds)
    implements OmitsNulls {}
