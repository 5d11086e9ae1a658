package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.Message;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.SteadyClass;
import dev.scalelab.operator.api.SteadySeries;
import dev.scalelab.operator.api.SteadyVerdict;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.StepSteadiness;
import dev.scalelab.operator.plan.Disturbances;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Names the steps of a valid run that changed while they were measured: it may be a property of the
 * system, or a busy machine, so that it makes no run invalid.
 */
public final class UnsteadySteps {
  /** A message names no more steps. */
  private static final int MAX_NAMED = 3;

  private UnsteadySteps() {}

  /**
   * How a step of a run was not steady; empty if it was, if that is not known, or if something was
   * disturbed by its end, after which no step is expected to be steady.
   */
  public static Optional<SteadyClass> of(RunResult run, StepResult step) {
    StepSteadiness steady = step.steady();
    boolean disturbed = run.plan() != null && Disturbances.since(run.plan(), step.step());
    return disturbed || steady == null || steady.verdict() != SteadyVerdict.NOT_STEADY
        ? Optional.empty()
        : Optional.ofNullable(steady.kind());
  }

  /** Which steps of a run were not steady, each with its change in percent; empty if none. */
  public static Optional<String> text(RunResult run) {
    List<StepResult> found =
        run.steps().stream().filter(step -> of(run, step).isPresent()).toList();
    if (found.isEmpty()) {
      return Optional.empty();
    }
    String named =
        found.stream().limit(MAX_NAMED).map(UnsteadySteps::text).collect(Collectors.joining(", "));
    return Optional.of(
        found.size() > MAX_NAMED
            ? "%s, and %s changed"
                .formatted(named, Message.count(found.size() - MAX_NAMED, "more step"))
            : named);
  }

  /** As "step 3 became 12 % slower (response time)". */
  private static String text(StepResult step) {
    StepSteadiness steady = step.steady();
    String series = SteadySeries.text(steady.series());
    return switch (steady.kind()) {
      case WARMING_UP -> text(step, "became %.0f %% faster (%s)", drift(steady), series);
      case SLOWING_DOWN -> text(step, "became %.0f %% slower (%s)", drift(steady), series);
      case LEVEL_SHIFT -> text(step, "changed by %.0f %% at once (%s)", shift(steady), series);
    };
  }

  private static String text(StepResult step, String change, double percent, String series) {
    return "step %d ".formatted(step.step())
        + String.format(Locale.ROOT, change, Math.abs(percent), series);
  }

  private static double drift(StepSteadiness steady) {
    return steady.driftPercent().value();
  }

  private static double shift(StepSteadiness steady) {
    return steady.shiftPercent() == null ? drift(steady) : steady.shiftPercent();
  }
}
