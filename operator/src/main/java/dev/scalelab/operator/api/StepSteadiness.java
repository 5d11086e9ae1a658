package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** Whether the measured part of a step was steady, and how it was not. */
public record StepSteadiness(
    @JsonPropertyDescription(
            "Steady, NotSteady, Unclear (the series is too short or too noisy to decide) or NotJudged.")
        SteadyVerdict verdict,
    @JsonPropertyDescription(
            "How it was not steady: WarmingUp (became faster), SlowingDown or LevelShift; absent otherwise.")
        @JsonProperty("class")
        SteadyClass kind,
    @JsonPropertyDescription("The series that were not steady in this way.") @Size(max = 3)
        List<SteadySeries> series,
    @JsonPropertyDescription(
            "Change from the start to the end of the measured part by the regression line, in percent of the mean, of the series that is furthest from steady.")
        Estimate driftPercent,
    @JsonPropertyDescription(
            "Largest difference between two parts of that series, in percent of its mean; absent if it could be chance.")
        Double shiftPercent,
    @JsonPropertyDescription(
            "Estimated time from the start of the step after which the series no longer settled, in seconds.")
        Integer settledAfterSeconds)
    implements OmitsNulls {

  public StepSteadiness {
    series = series == null || series.isEmpty() ? null : List.copyOf(series);
  }
}
