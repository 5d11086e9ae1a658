package dev.scalelab.operator.report;

import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** When an experiment will probably end. It changes only when a trial starts or ends. Pure. */
final class Estimate {
  /** Database, servers and their removal, on a machine where images are present. */
  private static final Duration TESTBED = Duration.ofSeconds(60);

  private Estimate() {}

  /**
   * The end of the last trial, by what trials took so far; without a finished one by the plan's
   * runs, the longest warm-up and a minute for each testbed. Null before the first trial.
   */
  static String completion(Plan plan, Map<String, ScalabilityTrialStatus> trials) {
    List<Instant> starts =
        trials.values().stream()
            .map(ScalabilityTrialStatus::startTime)
            .filter(Objects::nonNull)
            .map(Instant::parse)
            .sorted()
            .toList();
    if (starts.isEmpty()) {
      return null;
    }
    List<Instant> ends =
        trials.values().stream()
            .map(ScalabilityTrialStatus::completionTime)
            .filter(Objects::nonNull)
            .map(Instant::parse)
            .sorted()
            .toList();
    int total = plan.configurations().size() - new Schedule(plan, trials).skipped().size();
    if (ends.isEmpty()) {
      return starts.get(0).plus(planned(plan)).toString();
    }
    Instant lastEnd = ends.get(ends.size() - 1);
    Duration each = Duration.between(starts.get(0), lastEnd).dividedBy(ends.size());
    return lastEnd.plus(each.multipliedBy(total - ends.size())).toString();
  }

  private static Duration planned(Plan plan) {
    Duration sum = Duration.ZERO;
    for (Configuration trial : plan.configurations()) {
      long runs = (long) trial.repetitions() * trial.load().runSeconds();
      sum = sum.plusSeconds(runs + trial.load().warmUp().maxSeconds()).plus(TESTBED);
    }
    return sum;
  }
}
