package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.Evidence;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.plan.Disturbances;
import dev.scalelab.operator.platform.Tier;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.StatUtils;

/**
 * Compares the CPU time of a transaction between the runs of a trial. It is much the same in each
 * run, whatever its load; servers that are not warm need more. This finds in one run what no single
 * window can show.
 */
public final class DemandTest {
  /** More than the error of a run's CPU time for each transaction: 1 to 2 %. */
  private static final double ALLOWED = 1.05;

  /** One step is measured less exactly than several together. */
  private static final double ALLOWED_IN_ONE_STEP = 1.1;

  /** And a probe, which is short, less exactly than a whole step. */
  private static final double ALLOWED_IN_A_PROBE = 1.2;

  private DemandTest() {}

  /**
   * A step compared with others at the same load.
   *
   * @param probe whether it is shorter than steps of other runs
   */
  private record Compared(double ratio, boolean probe, Double jitPercent) {}

  /**
   * Why a run was not warm: over its steps its transactions took over 5 % more CPU time than the
   * median of the other runs at the same load, while the JIT compilers were busy; 10 % if only one
   * step can be compared, and 20 % if that is a probe. Empty if it was, or if nothing can be
   * compared.
   *
   * @param others the other valid runs
   */
  public static Optional<Invalid> check(RunResult run, List<RunResult> others) {
    return text(run, others)
        .map(
            found ->
                new Invalid(
                    Reason.NOT_WARM, found + ". The run is repeated with twice the warm-up"));
  }

  /** The same of a run that is not repeated. */
  public static Optional<String> text(RunResult run, List<RunResult> others) {
    List<Compared> steps =
        undisturbed(run).flatMap(step -> compared(run, step, others).stream()).toList();
    if (steps.isEmpty() || steps.stream().anyMatch(step -> step.jitPercent() == null)) {
      return Optional.empty();
    }
    double ratio = mean(steps, Compared::ratio);
    double compiling = mean(steps, Compared::jitPercent);
    return ratio > allowed(steps) && compiling > SteadyRules.JIT_BUSY_PERCENT
        ? Optional.of(
            String.format(
                Locale.ROOT,
                "the servers were not warm: transactions took %.0f %% more CPU time than in the"
                    + " other runs, and the JIT compilers were busy for %.1f %% of it",
                100 * (ratio - 1),
                compiling))
        : Optional.empty();
  }

  private static double allowed(List<Compared> steps) {
    if (steps.size() > 1) {
      return ALLOWED;
    }
    return steps.get(0).probe() ? ALLOWED_IN_A_PROBE : ALLOWED_IN_ONE_STEP;
  }

  /**
   * Runs that were valid while there was nothing to compare them with, and are not warm compared
   * with later ones; at most one at a time, the first.
   *
   * @param repeatable runs that can still be repeated
   */
  public static Optional<RunResult> notWarm(List<RunResult> runs, Predicate<RunResult> repeatable) {
    List<RunResult> valid = runs.stream().filter(run -> run.phase() == RunPhase.VALID).toList();
    for (RunResult run : valid.stream().filter(repeatable).toList()) {
      List<RunResult> others = valid.stream().filter(other -> other != run).toList();
      Optional<Invalid> cold = check(run, others);
      if (cold.isPresent()) {
        return Optional.of(
            run.ended(
                RunPhase.INVALID, cold.get().reason(), cold.get().message(), run.finishedAt()));
      }
    }
    return Optional.empty();
  }

  /** The steps before the first one that is disturbed: new servers are cold on purpose. */
  private static Stream<StepResult> undisturbed(RunResult run) {
    return run.steps().stream().filter(step -> !Disturbances.since(run.plan(), step.step()));
  }

  /** Empty if no other run measured that load for at least as long. */
  private static Optional<Compared> compared(
      RunResult run, StepResult step, List<RunResult> others) {
    int seconds = run.plan().measuredSeconds();
    double[] usual =
        others.stream()
            .filter(other -> other.plan().measuredSeconds() >= seconds)
            .flatMap(DemandTest::undisturbed)
            .filter(other -> Objects.equals(other.target(), step.target()))
            .map(DemandTest::demand)
            .filter(OptionalDouble::isPresent)
            .mapToDouble(OptionalDouble::getAsDouble)
            .toArray();
    OptionalDouble own = demand(step);
    if (own.isEmpty() || usual.length == 0) {
      return Optional.empty();
    }
    return Optional.of(
        new Compared(
            own.getAsDouble() / StatUtils.percentile(usual, 50),
            others.stream().anyMatch(other -> other.plan().measuredSeconds() > seconds),
            jitPercent(step)));
  }

  /** CPU seconds of the application servers for each completed transaction. */
  static OptionalDouble demand(StepResult step) {
    Evidence evidence = step.evidence();
    return evidence == null || step.throughputPerSecond() <= 0
        ? OptionalDouble.empty()
        : evidence.tiers().stream()
            .filter(tier -> tier.tier().equals(Tier.APPLICATION.label()) && tier.cpuCores() > 0)
            .mapToDouble(tier -> tier.cpuCores() / step.throughputPerSecond())
            .findFirst();
  }

  private static Double jitPercent(StepResult step) {
    return step.evidence().servers().jitPercent();
  }

  private static double mean(List<Compared> steps, ToDoubleFunction<Compared> value) {
    return steps.stream().mapToDouble(value).average().orElseThrow();
  }
}
