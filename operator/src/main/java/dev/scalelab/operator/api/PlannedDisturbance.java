package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** A disturbance of one run, planned before its load starts. */
public record PlannedDisturbance(
    @JsonPropertyDescription("Its name.") String name,
    @JsonPropertyDescription("What is done.") DisturbanceAction action,
    @JsonPropertyDescription("Whose pods it concerns.") String tier,
    @JsonPropertyDescription("Number of pods.") Integer count,
    @JsonPropertyDescription("Place of its only pod among those of the tier, from 1.")
        Integer server,
    @JsonPropertyDescription("Number of its step, from 1.") Integer step,
    @JsonPropertyDescription("When it happens, in seconds from the start of the step.")
        Integer atSecond,
    @JsonPropertyDescription("How long it lasts, in seconds.") Integer durationSeconds)
    implements OmitsNulls {

  /** One that does not last. */
  public PlannedDisturbance(
      String name,
      DisturbanceAction action,
      String tier,
      Integer count,
      Integer server,
      Integer step,
      Integer atSecond) {
    this(name, action, tier, count, server, step, atSecond, null);
  }

  /** The same with this many pods of a tier. */
  public PlannedDisturbance ofPods(String ofTier, int pods) {
    return new PlannedDisturbance(
        name, action, ofTier, pods, null, step, atSecond, durationSeconds);
  }

  /** Number of pods that it needs. */
  public int pods() {
    return count == null ? 1 : count;
  }

  /** Seconds from the start of the load. */
  public int secondOfRun(RunPlan run) {
    return (step - 1) * run.stepSeconds() + atSecond;
  }

  /** Whether its pods are of this tier, by its label. */
  public boolean concerns(String tierLabel) {
    return tier.equalsIgnoreCase(tierLabel);
  }
}
