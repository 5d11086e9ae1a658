package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** Summary of a plan, available before it is run. */
public record PlanSummary(
    @JsonPropertyDescription("Number of trials.") Integer trials,
    @JsonPropertyDescription("Number of steps over all runs.") Integer steps,
    @JsonPropertyDescription("Sum of all measured windows, in seconds.") Integer measuredSeconds,
    @JsonPropertyDescription("Sum of all runs, settling included, in seconds.") Integer runSeconds,
    @JsonPropertyDescription("Hash of everything that the results depend on.") String hash)
    implements OmitsNulls {

  /** The size of the plan as text. */
  public String text() {
    return "%s, %s, %d s of load"
        .formatted(Message.count(trials, "trial"), Message.count(steps, "step"), runSeconds);
  }
}
