package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.testbed.Leftover;
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
 * @param unusable objects of earlier testbeds that must be deleted before the current trial
 *     continues
 * @param testbedLeft remaining objects of all testbeds; read only when finished or suspended, else
 *     null
 * @param current the testbed of the current trial; null without a current trial
 * @param lifetime when it began, paused and ended
 * @param checking whether the check of the rules of spec and cluster is not complete
 * @param reported whether a watch reports when what was read of testbeds changes
 */
record Observed(
    Phase ended,
    List<Violation> violations,
    Map<String, ScalabilityTrialStatus> trials,
    Leftover unusable,
    Leftover testbedLeft,
    ObservedTestbed current,
    Lifetime lifetime,
    boolean checking,
    boolean reported) {

  /** After the check of the rules. */
  Observed(
      Phase ended,
      List<Violation> violations,
      Map<String, ScalabilityTrialStatus> trials,
      Leftover unusable,
      Leftover testbedLeft,
      ObservedTestbed current,
      Lifetime lifetime) {
    this(ended, violations, trials, unusable, testbedLeft, current, lifetime, false, true);
  }

  /** One that may not start or resume yet, and of which only some rules were checked. */
  static Observed checkingRules(Map<String, ScalabilityTrialStatus> trials, Lifetime lifetime) {
    return new Observed(null, List.of(), trials, Leftover.NONE, null, null, lifetime, true, true);
  }

  /** An experiment that waits, as far as is known without asking the API server. */
  static Observed waiting(
      List<Violation> known, Map<String, ScalabilityTrialStatus> trials, Lifetime lifetime) {
    return new Observed(null, known, trials, Leftover.NONE, Leftover.NONE, null, lifetime);
  }

  /** The same, with something whose changes have to be looked for. */
  Observed notReported() {
    return new Observed(
        ended, violations, trials, unusable, testbedLeft, current, lifetime, checking, false);
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
