package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Schedule;
import java.util.Map;
import java.util.Optional;

/**
 * The trial to work on, as the schedule selects it from what is recorded. It is selected once: by
 * it the observer knows what to read, and the decision what the step is for. Pure.
 *
 * @param configuration what it measures
 * @param status its status; null if the trial does not exist
 */
record Current(Configuration configuration, ScalabilityTrialStatus status) {

  /** The current trial; empty when nothing is left to measure. */
  static Optional<Current> of(Plan plan, Map<String, ScalabilityTrialStatus> statuses) {
    return new Schedule(plan, statuses)
        .next()
        .map(configuration -> new Current(configuration, statuses.get(configuration.name())));
  }

  /** Its running run. */
  Optional<RunResult> running() {
    return Observed.running(status);
  }

  /** Whether it has all its rounds, and only has to end. */
  boolean onlyEnds() {
    return status != null
        && !status.ended()
        && running().isEmpty()
        && Schedule.isComplete(configuration, status);
  }

  /** Whether it can use the objects of its testbed: not after an invalid run. */
  boolean keepsTestbed() {
    return status != null && !RoundDecision.needsNewServers(configuration, status);
  }

  /**
   * Whether there may be objects that it cannot use: those of other testbeds until its first part
   * is deployed, and its own if it needs others.
   */
  boolean mayHaveLeftovers() {
    return !keepsTestbed() || status.waiting() == null && status.testbedReadyTime() == null;
  }
}
