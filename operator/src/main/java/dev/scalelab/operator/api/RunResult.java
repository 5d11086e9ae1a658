package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One ramp of load against the testbed. */
@RecordBuilder
public record RunResult(
    @JsonPropertyDescription("Number of the run within its trial, from 1.") Integer number,
    @JsonPropertyDescription("Running, Valid or Invalid.") RunPhase phase,
    @JsonPropertyDescription("Result: RunValid, or the reason why it is invalid.") Reason reason,
    @JsonPropertyDescription("What was found, if it is invalid.") @Size(max = Message.LONGEST)
        String message,
    @JsonPropertyDescription("When the load began (RFC 3339).") String startedAt,
    @JsonPropertyDescription("When the load ended (RFC 3339).") String finishedAt,
    @JsonPropertyDescription("The steps measured, in order.") @Size(max = 100)
        List<StepResult> steps,
    @JsonPropertyDescription("The whole run's counts, parts that are not measured included.")
        RunTotals totals,
    @JsonPropertyDescription("The database's own count of the same run.") AuditResult audit,
    @JsonPropertyDescription("ConfigMap with the run's histograms.") String histograms,
    @JsonPropertyDescription("Its plan, recorded before its load was started.") RunPlan plan,
    @JsonPropertyDescription(
            "How fast the load generator's machine computed before and after the run, in rounds of a fixed loop in a microsecond; "
                + "with several generators their mean. Absent if it is not reported.")
        Double machineIndex,
    @JsonPropertyDescription("What its planned disturbances have done; absent without any.")
        @Size(max = DisturbanceSpec.MAX)
        List<DisturbanceResult> disturbances)
    implements OmitsNulls, RunResultBuilder.With {

  public RunResult {
    steps = steps == null ? List.of() : List.copyOf(steps);
    message = Message.shorten(message);
    disturbances =
        disturbances == null || disturbances.isEmpty() ? null : List.copyOf(disturbances);
  }

  /** A run in which nothing is disturbed. */
  public RunResult(
      Integer number,
      RunPhase phase,
      Reason reason,
      String message,
      String startedAt,
      String finishedAt,
      List<StepResult> steps,
      RunTotals totals,
      AuditResult audit,
      String histograms,
      RunPlan plan,
      Double machineIndex) {
    this(
        number,
        phase,
        reason,
        message,
        startedAt,
        finishedAt,
        steps,
        totals,
        audit,
        histograms,
        plan,
        machineIndex,
        null);
  }

  /** A run whose Job exists and has no output yet. */
  public static RunResult begun(RunPlan plan) {
    return RunResultBuilder.builder()
        .number(plan.run())
        .phase(RunPhase.RUNNING)
        .steps(List.of())
        .plan(plan)
        .build();
  }

  /** The same run with other steps, totals, audit and times. */
  public RunResult collected(
      String started,
      String finished,
      List<StepResult> measured,
      RunTotals counted,
      AuditResult audited,
      String histogramMap) {
    return with(
        all ->
            all.startedAt(started)
                .finishedAt(finished)
                .steps(measured)
                .totals(counted)
                .audit(audited)
                .histograms(histogramMap));
  }

  /** The same run without what it measured, and without its plan unless that is as a search's. */
  RunResult summary() {
    return RunResultBuilder.builder()
        .number(number)
        .plan(plan == null || plan.steps().size() > RunPlan.MAX_OF_A_SEARCH ? null : plan)
        .phase(phase)
        .reason(reason)
        .startedAt(startedAt)
        .finishedAt(finishedAt)
        .build();
  }

  /** The same run, still running, with the reason why it is aborted. */
  public RunResult givenUp(Reason why, String message) {
    return with(all -> all.reason(why).message(message));
  }

  /** The same run, ended; evidence that is still missing will not be collected. */
  public RunResult ended(RunPhase how, Reason why, String message, String when) {
    List<StepResult> all =
        steps.stream()
            .map(
                step ->
                    step.hasEvidenceOutcome() ? step : step.withoutEvidence("the run ended before"))
            .toList();
    return with(
        ended ->
            ended
                .phase(how)
                .reason(why)
                .message(message)
                .finishedAt(finishedAt == null ? when : finishedAt)
                .steps(all));
  }

  /** What a planned disturbance has done so far; empty if its pods are not chosen yet. */
  public Optional<DisturbanceResult> disturbance(String name) {
    return disturbances == null
        ? Optional.empty()
        : disturbances.stream().filter(one -> one.name().equals(name)).findFirst();
  }

  /** The same run with what a disturbance has done. */
  public RunResult disturbedBy(DisturbanceResult result) {
    List<DisturbanceResult> all = new ArrayList<>(disturbances == null ? List.of() : disturbances);
    all.removeIf(one -> one.name().equals(result.name()));
    all.add(result);
    return withDisturbances(all);
  }

  /** Number of the step before the first one that is not recorded. */
  public int stepsInOrder() {
    int known = 0;
    while (known < steps.size() && steps.get(known).step() == known + 1) {
      known++;
    }
    return known;
  }
}
