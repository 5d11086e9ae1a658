package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.Condition;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/** Results of an experiment so far; its size is bounded: the steps are in the trials. */
@RecordBuilder
public record ScalabilityExperimentStatus(
    @JsonPropertyDescription("Generation of the spec that this status describes.")
        Long observedGeneration,
    @JsonPropertyDescription(
            "Queued (it waits for the cluster or for other experiments, and has no testbed), Running, Suspended (spec.suspend; it has no"
                + " testbed), Succeeded (it ended, and the verdict says how), Terminated (spec.terminate or"
                + " spec.activeDeadlineSeconds ended it, and the verdict is on what was measured), Failed (nothing could be"
                + " measured, or it had to stop) or Rejected (it can never run).")
        Phase phase,
    @JsonPropertyDescription(
            "Passed or Failed: whether the objectives were met. Inconclusive: not every configuration could be"
                + " measured. Absent until the end.")
        Verdict verdict,
    @JsonPropertyDescription("What it is doing, or why it ended.") @Size(max = Message.LONGEST)
        String message,
    @JsonPropertyDescription("When the first trial began (RFC 3339).") String startTime,
    @JsonPropertyDescription("When it ended (RFC 3339).") String completionTime,
    @JsonPropertyDescription("Its pauses; absent if it was never suspended.") PauseStatus pauses,
    @JsonPropertyDescription("Progress.") ExperimentProgress progress,
    @JsonPropertyDescription("Settings that ScaleLab chose because the spec does not give them.")
        EffectiveSettings effective,
    @JsonPropertyDescription("Summary of the plan: trials, steps and duration.") PlanSummary plan,
    @JsonPropertyDescription(
            "What was missing in the cluster when the experiment started, for nodes that are created on demand; absent if"
                + " nothing was.")
        @Size(max = Message.LONGEST)
        String expectedNodes,
    @JsonPropertyDescription(
            "Main figures: of the latest step while it runs, of the last configuration at the end.")
        Headline headline,
    @JsonPropertyDescription(
            "One row for each configuration that was measured, or could not be, in the order of the plan; if there are more"
                + " than 300, those of up to 300: the last ones, and the systems with the highest and lowest figures.")
        @Size(max = 2000)
        List<ConfigurationResult> configurations,
    @JsonPropertyDescription(
            "Number of such configurations without a row, if there are more than 300. Their figures are in their trials.")
        Integer configurationsOmitted,
    @JsonPropertyDescription(
            "Variants against the baseline, with the same number of servers and the same factors; of more than 100 those that"
                + " chance explains least.")
        @Size(max = 100)
        List<ComparisonResult> comparisons,
    @JsonPropertyDescription(
            "The base against itself; absent without sweep.aa, and until both were measured.")
        AaResult aa,
    @JsonPropertyDescription(
            "How the throughput of each system depends on its number of servers; of the first 100 systems with several.")
        @Size(max = 100)
        List<ScalabilityResult> scalability,
    @JsonPropertyDescription(
            "The best value of each factor with at least three values, with the values that are nearly as good; of the first 20"
                + " systems.")
        @Size(max = 20)
        List<FactorResult> factors,
    @JsonPropertyDescription("The queueing model of each system; of the first 20 that have one.")
        @Size(max = 20)
        List<SystemModel> models,
    @JsonPropertyDescription("The answers to spec.questions, by each of these models.")
        @Size(max = 100)
        List<CapacityAnswer> answers,
    @JsonPropertyDescription(
            "Whether a diagnosis is right: one more configuration has more of the resource that it names. Absent without"
                + " diagnosis.verify, and until something is named.")
        VerificationResult verification,
    @JsonPropertyDescription(
            "Accepted (the spec and the cluster allow it), TestbedReady (only while it is Running), Suspended (once it was"
                + " suspended), Finished (True in every terminal state).")
        @Size(max = 16)
        List<Condition> conditions)
    implements OmitsNulls, ScalabilityExperimentStatusBuilder.With {

  /**
   * Whether nothing more happens. A status that could not be read is read again by the next
   * operator.
   */
  public boolean ended() {
    return Phase.ended(phase) && !unreadable();
  }

  private boolean unreadable() {
    return conditions != null
        && conditions.stream().anyMatch(c -> Reason.UNREADABLE.text().equals(c.getReason()));
  }

  /** The same status for a later generation that changed only fields which do not affect it. */
  public ScalabilityExperimentStatus observed(Long generation) {
    return withObservedGeneration(generation);
  }

  /** The status of an experiment that no operator has reconciled yet. */
  public static ScalabilityExperimentStatus none() {
    return ScalabilityExperimentStatusBuilder.builder().build();
  }

  /** The same results with another phase, message and conditions. */
  public ScalabilityExperimentStatus saying(
      Phase newPhase, String newMessage, List<Condition> newConditions) {
    return with(same -> same.phase(newPhase).message(newMessage).conditions(newConditions));
  }
}
