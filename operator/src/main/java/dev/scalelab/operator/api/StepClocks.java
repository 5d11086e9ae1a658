package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** Clocks by which a step was measured, compared with the operator's clock. */
public record StepClocks(
    @JsonPropertyDescription(
            "The load generator's clock, from when the operator read the step's record; of several"
                + " generators the one that differs most.")
        ClockBounds generator,
    @JsonPropertyDescription(
            "Prometheus' clock, from the time of its answer; absent until there is evidence.")
        ClockBounds prometheus)
    implements OmitsNulls {}
