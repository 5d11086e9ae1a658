package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.testbed.Leftover;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The state that was read from the cluster in this reconciliation.
 *
 * @param ended terminal phase of the experiment in its status; null while it has not ended
 * @param violations rules that spec or cluster break, before anything exists; for a configuration
 *     that was added later, the rules that it breaks
 * @param trials status of every trial that exists, by name
 * @param current the trial to work on; empty when nothing is left to measure
 * @param unusable objects of earlier testbeds that must be deleted before the current trial
 *     continues
 * @param testbedLeft remaining objects of all testbeds; read only when finished or suspended, else
 *     null
 * @param testbed the testbed of the current trial; null if it was not read
 * @param lifetime when it began, paused and ended
 * @param checking whether the check of the rules of spec and cluster is not complete
 * @param unreported whether no watch reports when what was read of testbeds changes
 */
@RecordBuilder
record Observed(
    Phase ended,
    List<Violation> violations,
    Map<String, ScalabilityTrialStatus> trials,
    Optional<Current> current,
    Leftover unusable,
    Leftover testbedLeft,
    ObservedTestbed testbed,
    Lifetime lifetime,
    boolean checking,
    boolean unreported) {
  Observed {
    violations = violations == null ? List.of() : violations;
    trials = trials == null ? Map.of() : trials;
    unusable = unusable == null ? Leftover.NONE : unusable;
    lifetime = lifetime == null ? Lifetime.NONE : lifetime;
  }

  /** What is recorded of an experiment that has not ended, with the current trial. */
  static ObservedBuilder of(
      Plan plan, Map<String, ScalabilityTrialStatus> trials, Lifetime lifetime) {
    return ObservedBuilder.builder()
        .trials(trials)
        .current(Current.of(plan, trials))
        .lifetime(lifetime);
  }

  /** The same, with something whose changes have to be looked for. */
  Observed notReported() {
    return ObservedBuilder.builder(this).unreported(true).build();
  }

  /** Whether the API server was asked why an experiment that has not ended waits. */
  boolean asked() {
    return testbedLeft == null;
  }

  /** Whether the experiment's status says that it ended. */
  boolean finished() {
    return ended != null;
  }

  /** The current run: the running one, else the next one, from 1. */
  public static int currentRun(ScalabilityTrialStatus trial) {
    return running(trial)
        .map(RunResult::number)
        .orElseGet(() -> trial == null ? 1 : trial.runs().size() + 1);
  }

  /** The running run. */
  public static Optional<RunResult> running(ScalabilityTrialStatus trial) {
    if (trial == null) {
      return Optional.empty();
    }
    return trial.runs().stream().filter(run -> run.phase() == RunPhase.RUNNING).findFirst();
  }
}
