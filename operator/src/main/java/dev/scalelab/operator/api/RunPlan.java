package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/**
 * Plan of one run, recorded before its load starts; the run is executed and validated by this
 * record.
 */
public record RunPlan(
    @JsonPropertyDescription("Number of the run within its trial, from 1.") Integer run,
    @JsonPropertyDescription("Number of the trial's repetition, from 1.") Integer repetition,
    @JsonPropertyDescription("The load of each step, in their order.") @Size(max = 100)
        List<StepTarget> steps,
    @JsonPropertyDescription("How long each step lasts, settling included, in seconds.")
        Integer stepSeconds,
    @JsonPropertyDescription("Start of each step that is not measured, in seconds.")
        Integer settleSeconds,
    @JsonPropertyDescription("Ramp from the step before, in seconds.") Integer rampSeconds,
    @JsonPropertyDescription("Seed of every random choice of the load generator.") Long seed,
    @JsonPropertyDescription("What is disturbed on purpose; absent if nothing is.")
        @Size(max = DisturbanceSpec.MAX)
        List<PlannedDisturbance> disturbances)
    implements OmitsNulls {

  /** Steps of a search's run, at most: a level, and the overload step after it. */
  static final int MAX_OF_A_SEARCH = 2;

  public RunPlan {
    steps = steps == null ? List.of() : List.copyOf(steps);
    disturbances =
        disturbances == null || disturbances.isEmpty() ? null : List.copyOf(disturbances);
  }

  /** A run in which nothing is disturbed. */
  public RunPlan(
      Integer run,
      Integer repetition,
      List<StepTarget> steps,
      Integer stepSeconds,
      Integer settleSeconds,
      Integer rampSeconds,
      Long seed) {
    this(run, repetition, steps, stepSeconds, settleSeconds, rampSeconds, seed, null);
  }

  /** The same run with these disturbances. */
  public RunPlan disturbedBy(List<PlannedDisturbance> planned) {
    return new RunPlan(
        run, repetition, steps, stepSeconds, settleSeconds, rampSeconds, seed, planned);
  }

  /** What is disturbed on purpose. */
  public List<PlannedDisturbance> planned() {
    return disturbances == null ? List.of() : disturbances;
  }

  /** Measured part of each step, in seconds. */
  public int measuredSeconds() {
    return stepSeconds - settleSeconds;
  }

  /** Length of the run in seconds. */
  public int seconds() {
    return steps.size() * stepSeconds;
  }

  /** Whether its steps are numbers of users, rather than arrival rates. */
  public boolean closedModel() {
    return steps.get(0).users() != null;
  }
}
