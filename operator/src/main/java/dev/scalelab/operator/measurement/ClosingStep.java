package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.plan.Configuration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Compares the closing step of a run with its first one, which has the same load: what differs is
 * not of the load, but of what it did to the servers in between.
 */
public final class ClosingStep {
  private static final double TOLERATED = 0.05;

  /** Standard error of a median of exponential times, times the square root of their number. */
  private static final double MEDIAN_ERROR = 1.44;

  private static final double STANDARD_ERRORS = 3;

  private ClosingStep() {}

  /**
   * What differs; empty if nothing does, or the run has no closing step, or was disturbed: two
   * equal levels may be of one that compares a failure with the time before.
   */
  public static Optional<String> text(Configuration configuration, RunResult run) {
    List<StepResult> steps = run.steps();
    if (!Boolean.TRUE.equals(configuration.load().step().closing())
        || !run.plan().planned().isEmpty()
        || steps.size() < 2) {
      return Optional.empty();
    }
    StepResult first = steps.get(0);
    StepResult last = steps.get(steps.size() - 1);
    List<String> found = first.target().equals(last.target()) ? found(first, last) : List.of();
    return found.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "step %d has the load of step 1, but %s"
                .formatted(last.step(), String.join("; ", found)));
  }

  private static List<String> found(StepResult first, StepResult last) {
    List<String> found = new ArrayList<>();
    if (last.throughputPerSecond() < (1 - TOLERATED) * first.throughputPerSecond()) {
      add(
          found,
          "completed %.1f instead of %.1f transactions per second: the servers have not recovered"
              + " from the load in between",
          last.throughputPerSecond(),
          first.throughputPerSecond());
    }
    double demand = change(DemandTest.demand(first).orElse(0), DemandTest.demand(last).orElse(0));
    if (Math.abs(demand) > TOLERATED) {
      add(
          found,
          "its transactions took %.0f %% %s CPU time%s",
          100 * Math.abs(demand),
          demand > 0 ? "more" : "less",
          demand > 0 ? "" : ": the servers were not warm in step 1");
    }
    double time = change(p50(first), p50(last));
    if (Math.abs(time) > Math.max(TOLERATED, STANDARD_ERRORS * error(first, last))) {
      add(
          found,
          "its median response time was %.0f %% %s",
          100 * Math.abs(time),
          time > 0 ? "longer" : "shorter");
    }
    return found;
  }

  private static double change(double first, double last) {
    return first > 0 && last > 0 ? last / first - 1 : 0;
  }

  private static double p50(StepResult step) {
    Double millis = step.responseTimes().p50Millis();
    return millis == null ? 0 : millis;
  }

  private static double error(StepResult first, StepResult last) {
    return MEDIAN_ERROR
        * Math.sqrt(1.0 / first.counts().completed() + 1.0 / last.counts().completed());
  }

  private static void add(List<String> found, String format, Object... values) {
    found.add(String.format(Locale.ROOT, format, values));
  }
}
