package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.loadrun.JobObservation;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.testbed.Leftover;
import dev.scalelab.operator.testbed.PartState;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is there, read from the cluster in this pass.
 *
 * @param ended how the experiment ended, by its status; null while it has not
 * @param violations rules that spec or cluster break, before anything exists; of a configuration
 *     that was added later, those that it breaks
 * @param trials status of every trial that exists, by name
 * @param unusable what is left of earlier testbeds and must be gone before the current trial goes
 *     on
 * @param testbedLeft what is left of every testbed; looked for only when finished, else null
 * @param current the testbed of the current trial; null when there is none
 */
public record Observed(
    Phase ended,
    List<Violation> violations,
    Map<String, ScalabilityTrialStatus> trials,
    Leftover unusable,
    Leftover testbedLeft,
    Testbed current) {

  /**
   * The testbed of the current trial, and the Jobs of the current run.
   *
   * @param parts its parts, first to last; those that were not looked at have no readiness
   * @param load the run's load
   * @param audit the Job that counts what the run left
   */
  public record Testbed(List<PartState> parts, JobObservation load, JobObservation audit) {
    public Testbed {
      parts = List.copyOf(parts);
    }
  }

  /** Whether the experiment's status says that it ended. */
  boolean finished() {
    return ended != null;
  }

  /** The current run: the one that is on, else the one that comes next, from 1. */
  public static int currentRun(ScalabilityTrialStatus trial) {
    return running(trial)
        .map(RunResult::number)
        .orElseGet(() -> trial == null ? 1 : trial.runs().size() + 1);
  }

  /** The run that is on. */
  public static Optional<RunResult> running(ScalabilityTrialStatus trial) {
    if (trial == null) {
      return Optional.empty();
    }
    return trial.runs().stream().filter(run -> run.phase() == RunPhase.RUNNING).findFirst();
  }
}
