package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * What one round contributes to a trial's figures. Rounds are the replicates from which intervals
 * are calculated: each has its own servers, warm-up and measurement.
 */
@RecordBuilder
public record RoundFigures(
    @JsonPropertyDescription("Number of the repetition, from 1.") Integer round,
    @JsonPropertyDescription(
            "Throughput of this round in the step of peakPerSecond, in transactions per second.")
        Double peakPerSecond,
    @JsonPropertyDescription(
            "Throughput of this round in the step of capacityPerSecond, in transactions per second; absent without a"
                + " capacity.")
        Double capacityPerSecond,
    @JsonPropertyDescription(
            "Mean response time of this round in the step in `step`, in milliseconds.")
        Double meanMillis,
    @JsonPropertyDescription(
            "95th percentile of the response times of this round in the step in `step`, in milliseconds.")
        Double p95Millis,
    @JsonPropertyDescription(
            "Response times of all other rounds together in the same step, from which the intervals of percentiles are"
                + " calculated; absent if there is only one round.")
        ResponseTimes others,
    @JsonPropertyDescription("Transactions that this round completed in the step in `step`.")
        Long completed,
    @JsonPropertyDescription(
            "How the step in `step` was not steady in this round: WarmingUp, SlowingDown or LevelShift; absent if it was, or was"
                + " not judged.")
        SteadyClass unsteady)
    implements OmitsNulls, RoundFiguresBuilder.With {

  /** The same round with the response times of all other rounds together. */
  public RoundFigures beside(ResponseTimes rest) {
    return withOthers(rest);
  }
}
