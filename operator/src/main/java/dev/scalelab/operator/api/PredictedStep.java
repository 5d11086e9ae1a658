package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** One load as measured, and as the queueing model predicts it. */
public record PredictedStep(
    @JsonPropertyDescription("Closed model: the number of users.") Integer users,
    @JsonPropertyDescription("Open model: the arrival rate, in transactions per second.")
        Double ratePerSecond,
    @JsonPropertyDescription("Measured throughput, in transactions per second.") Double perSecond,
    @JsonPropertyDescription("Predicted throughput, in transactions per second.")
        Double predictedPerSecond,
    @JsonPropertyDescription("Measured mean response time, in milliseconds.") Double meanMillis,
    @JsonPropertyDescription(
            "Predicted mean response time, in milliseconds; absent if the rate exceeds what the model can do, when the response"
                + " time would grow without end.")
        Double predictedMillis)
    implements OmitsNulls {}
