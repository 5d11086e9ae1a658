package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.Map;

/** Clocks by which a step was measured, compared with the operator's clock. */
public record StepClocks(
    @JsonPropertyDescription(
            "The clock of each load generator by the number of its pod, from 0, from when the"
                + " operator read the step's record.")
        Map<String, ClockBounds> generators,
    @JsonPropertyDescription(
            "Prometheus' clock, from the time of its answer; absent until there is evidence.")
        ClockBounds prometheus,
    @JsonPropertyDescription(
            "Clocks of nodes of the testbed that differ from Prometheus', by the node's name, from"
                + " the times of their kubelets' newest samples; ahead of Prometheus' clock instead"
                + " of the operator's. Absent if none is known to differ.")
        Map<String, ClockBounds> nodes)
    implements OmitsNulls {}
