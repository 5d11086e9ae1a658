package dev.scalelab.operator.report;

import dev.scalelab.operator.api.ExperimentProgress;
import dev.scalelab.operator.api.PauseStatus;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.ScalabilityExperimentStatus;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.plan.Schedule;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** How far an experiment is. Pure. */
final class Progress {
  private Progress() {}

  /**
   * The progress.
   *
   * @param pauses the experiment's pauses so far; null without one
   * @param currentTrial name of the trial that is measured; null if none is, and then there is no
   *     estimate
   */
  static ExperimentProgress of(
      Schedule schedule, PauseStatus pauses, String currentTrial, Instant now) {
    int finished =
        (int) schedule.plan().configurations().stream().filter(schedule::finished).count();
    int total = schedule.plan().configurations().size();
    ScalabilityTrialStatus current =
        currentTrial == null ? null : schedule.statuses().get(currentTrial);
    return new ExperimentProgress(
        finished + "/" + total,
        finished,
        total,
        currentTrial,
        current == null || current.progress() == null ? null : current.progress().step(),
        invalidRuns(schedule),
        currentTrial == null ? null : Estimate.completion(schedule, pauses, now));
  }

  /** When the first trial began; kept if that trial was deleted later. Null before. */
  static String startTime(
      Optional<ScalabilityExperimentStatus> before, Collection<ScalabilityTrialStatus> trials) {
    return Stream.concat(
            before.map(ScalabilityExperimentStatus::startTime).stream(),
            trials.stream().map(ScalabilityTrialStatus::startTime))
        .filter(Objects::nonNull)
        .min(Comparator.naturalOrder())
        .orElse(null);
  }

  /** Without those that were ended to suspend the experiment. */
  private static int invalidRuns(Schedule schedule) {
    return (int)
        schedule.statuses().values().stream()
            .flatMap(trial -> trial.runs().stream())
            .filter(run -> run.phase() == RunPhase.INVALID && run.reason() != Reason.SUSPENDED)
            .count();
  }
}
