package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** Progress of a trial, and its latest step; once it has succeeded, its figures. */
public record TrialProgress(
    @JsonPropertyDescription(
            "Valid and planned runs, as 1/3; with load.search ended and planned rounds.")
        String runs,
    @JsonPropertyDescription(
            "Measured and planned steps of the latest run, as 2/4; with load.search the number of runs of the latest round that measured their step.")
        String step,
    @JsonPropertyDescription(
            "Completed transactions per second of the latest step; once the trial has succeeded, its peak or, with"
                + " load.search, its capacity.")
        Double throughputPerSecond,
    @JsonPropertyDescription(
            "95th percentile of the latest step with its unit, as 41ms; once the trial has succeeded, that of its result.")
        String p95,
    @JsonPropertyDescription(
            "Once the trial has succeeded, what limits it, as Database/Cpu; NotDetermined or NotSaturated without one resource that"
                + " does.")
        String bottleneck)
    implements OmitsNulls {}
