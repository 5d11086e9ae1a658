package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.measurement.Invalid;
import dev.scalelab.operator.measurement.PlannedRestarts;
import dev.scalelab.operator.testbed.LostPod;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Names the loss of a server as the reason of a run that is invalid for what followed. Pure. */
final class LostServers {
  /** What is found, too, if a server was lost. */
  private static final Set<Reason> FOLLOWS = Set.of(Reason.SAMPLES_MISSING, Reason.MEMBER_MISSING);

  private LostServers() {}

  /**
   * The reason with which the run is invalid.
   *
   * @param found the rule that it breaks
   * @param lost finds the pods that have not run all the time since a moment
   */
  static Invalid named(
      ScalabilityTrialStatus status,
      RunResult run,
      Invalid found,
      Function<Instant, List<LostPod>> lost) {
    if (!FOLLOWS.contains(found.reason()) || status.testbedReadyTime() == null) {
      return found;
    }
    return unplanned(run, lost.apply(Instant.parse(status.testbedReadyTime())))
        .map(pod -> new Invalid(Reason.SERVER_RESTARTED, pod + "; " + found.message()))
        .orElse(found);
  }

  /** One of them that no disturbance has taken; those that it has may be gone for long. */
  private static Optional<LostPod> unplanned(RunResult run, List<LostPod> lost) {
    if (run.disturbances() == null) {
      return lost.stream().findFirst();
    }
    PlannedRestarts planned = PlannedRestarts.of(run);
    List<LostPod> others =
        lost.stream()
            .filter(pod -> pod.pod() != null)
            // It may still be there beside the one that follows it.
            .filter(pod -> !planned.pods().contains(pod.pod()))
            .toList();
    List<String> unplanned = planned.unplanned(others.stream().map(LostPod::pod).toList());
    return others.stream().filter(pod -> unplanned.contains(pod.pod())).findFirst();
  }
}
