package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** Progress of an experiment. */
public record ExperimentProgress(
    @JsonPropertyDescription("Finished and planned trials, as 1/3; skipped ones are finished.")
        String trials,
    @JsonPropertyDescription(
            "Number of finished trials, including those skipped because the same system failed with"
                + " fewer servers.")
        Integer finished,
    @JsonPropertyDescription("Number of planned trials.") Integer total,
    @JsonPropertyDescription("The trial that is being measured.") String currentTrial,
    @JsonPropertyDescription(
            "Finished and planned steps of its current run, as 2/5; with load.search the number of runs of the current round that measured their"
                + " step.")
        String step,
    @JsonPropertyDescription("Number of invalid runs so far.") Integer invalidRuns,
    @JsonPropertyDescription(
            "When the experiment will probably end (RFC 3339): with runs and testbeds as planned, with the longest"
                + " warm-ups, or as long as the median of those so far. If this time has passed: the next full"
                + " minute.")
        String estimatedCompletionTime)
    implements OmitsNulls {}
