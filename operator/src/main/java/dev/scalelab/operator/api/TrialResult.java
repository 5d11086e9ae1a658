package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** The figures of one trial over its valid runs. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TrialResult(
    @JsonPropertyDescription(
            "Highest mixPerSecond of a step, objectives met or not, and no less than the capacity, in transactions per"
                + " second.")
        Spread peakPerSecond,
    @JsonPropertyDescription(
            "Highest throughput of a step that met every objective, in transactions per second; absent when none did.")
        Spread capacityPerSecond,
    @JsonPropertyDescription(
            "Whether the load exceeded what the configuration could do: a step fell short of its rate or missed an"
                + " objective.")
        Boolean saturated,
    @JsonPropertyDescription(
            "Step that requestsPerSecond, the percentiles and errorPercent describe: that of the capacity, else that of"
                + " the peak.")
        Integer step,
    @JsonPropertyDescription(
            "HTTP requests answered per second of the step in `step`, those of a stream left out; a transaction is one or"
                + " several. Mean of the valid runs.")
        Double requestsPerSecond,
    @JsonPropertyDescription(
            "Median response time of the step in `step`, from the moment for which each transaction was scheduled, in"
                + " milliseconds.")
        Double p50Millis,
    @JsonPropertyDescription(
            "90th percentile of the response times of the step in `step`, in milliseconds.")
        Double p90Millis,
    @JsonPropertyDescription(
            "95th percentile of the response times of the step in `step`, in milliseconds.")
        Double p95Millis,
    @JsonPropertyDescription(
            "99th percentile of the response times of the step in `step`, in milliseconds.")
        Double p99Millis,
    @JsonPropertyDescription(
            "95th percentile of the times of the step in `step` from the sending, within 1 %, in milliseconds: the"
                + " difference is the delay of the load generator.")
        Double sentP95Millis,
    @JsonPropertyDescription("Failed transactions of the step in `step`, in percent.")
        Double errorPercent,
    @JsonPropertyDescription("Valid runs behind these figures.") Integer runs) {}
