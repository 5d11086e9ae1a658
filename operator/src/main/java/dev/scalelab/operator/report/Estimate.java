package dev.scalelab.operator.report;

import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.SweepOrder;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** When an experiment will probably end. It changes only when a run or a trial ends. Pure. */
final class Estimate {
  /** Time to create and remove database and servers, with images already on the node. */
  private static final long TESTBED_SECONDS = 60;

  private final Plan plan;
  private final Map<String, ScalabilityTrialStatus> trials;
  private final Schedule schedule;

  private Estimate(Plan plan, Map<String, ScalabilityTrialStatus> trials) {
    this.plan = plan;
    this.trials = trials;
    this.schedule = new Schedule(plan, trials);
  }

  /**
   * The end of the last trial: the rest of the plan, with the maximum warm-up and a minute for each
   * testbed, scaled by how long the valid runs have taken so far. Null before the first trial.
   */
  static String completion(Plan plan, Map<String, ScalabilityTrialStatus> trials) {
    return new Estimate(plan, trials).completion().map(Instant::toString).orElse(null);
  }

  private Optional<Instant> completion() {
    return trials.values().stream()
        .map(ScalabilityTrialStatus::startTime)
        .filter(Objects::nonNull)
        .map(Instant::parse)
        .min(Comparator.naturalOrder())
        .map(this::completion);
  }

  private Instant completion(Instant start) {
    Set<Configuration> skipped = schedule.skipped().keySet();
    long measured = 0;
    long left = 0;
    for (Configuration trial : plan.configurations()) {
      long planned = plannedSeconds(trial, schedule.validRuns(trial));
      measured += planned;
      if (!schedule.ended(trial) && !skipped.contains(trial)) {
        left += plannedSeconds(trial, trial.repetitions()) - planned;
      }
    }
    Instant last = lastEnd().orElse(start);
    return last.plus(
        measured == 0
            ? Duration.ofSeconds(left)
            : Duration.between(start, last).multipliedBy(left).dividedBy(measured));
  }

  /**
   * Planned seconds of a trial's first runs; each has its own testbed, unless all follow each
   * other.
   */
  private long plannedSeconds(Configuration trial, int runs) {
    int testbeds = plan.spec().sweep().order() == SweepOrder.LISTED ? Math.min(runs, 1) : runs;
    return testbeds * (TESTBED_SECONDS + trial.load().warmUp().maxSeconds())
        + (long) runs * trial.load().runSeconds();
  }

  private Optional<Instant> lastEnd() {
    return trials.values().stream()
        .flatMap(
            trial ->
                Stream.concat(
                    Stream.ofNullable(trial.completionTime()),
                    trial.runs().stream().filter(Estimate::valid).map(RunResult::finishedAt)))
        .filter(Objects::nonNull)
        .map(Instant::parse)
        .max(Comparator.naturalOrder());
  }

  private static boolean valid(RunResult run) {
    return run.phase() == RunPhase.VALID;
  }
}
