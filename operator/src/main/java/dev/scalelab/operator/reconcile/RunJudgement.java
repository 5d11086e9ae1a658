package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.measurement.Invalid;
import dev.scalelab.operator.measurement.Validity;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.testbed.LostPod;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Decides from what was collected of a run whether it can be trusted. Pure. */
final class RunJudgement {
  private final Configuration configuration;
  private final ScalabilityTrialStatus status;
  private final RunResult run;
  private final Function<Instant, List<LostPod>> lost;

  /**
   * @param lost finds the pods that have not run all the time since a moment
   */
  RunJudgement(
      Configuration configuration,
      ScalabilityTrialStatus status,
      int number,
      Function<Instant, List<LostPod>> lost) {
    this.configuration = configuration;
    this.status = status;
    this.run = RunCollector.find(status, number);
    this.lost = lost;
  }

  /** The step that aborts a run for what was just collected of it; empty if it goes on. */
  static Optional<NextStep.InvalidateRun> abort(
      NextStep.Collect step, RunCollector.Collected collected) {
    return collected
        .invalid()
        .map(
            why ->
                new NextStep.InvalidateRun(
                    step.configuration(), step.run(), why.reason(), why.message()));
  }

  /**
   * Why a run of which all is collected is invalid; empty if it is valid.
   *
   * @param last what was collected for the last time
   * @param changedImage message if an image of its pods was replaced
   */
  Optional<Invalid> fault(RunCollector.Collected last, Optional<String> changedImage) {
    return last.invalid()
        .or(() -> changedImage.map(message -> new Invalid(Reason.IMAGE_CHANGED, message)))
        .or(() -> broken().map(last::explained).map(this::named));
  }

  private Optional<Invalid> broken() {
    return Validity.check(run, ColdRuns.expected(configuration, status, run))
        .or(() -> ColdRuns.check(configuration, status, run));
  }

  /** The reason with which a run is invalid that breaks a rule, or is aborted. */
  Invalid named(Invalid found) {
    return LostServers.named(status, run, found, lost);
  }
}
