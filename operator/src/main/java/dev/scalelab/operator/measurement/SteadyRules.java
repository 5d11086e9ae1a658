package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.SteadyClass;
import dev.scalelab.operator.api.SteadySeries;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.StepSteadiness;
import java.util.List;

/**
 * Whether a step is too far from a steady state to be trusted: only if two series of it, which have
 * different noise, agree that the servers were still warming up, and their JIT compilers were still
 * busy. Everything else may be a property of the system, or a busy machine: it is shown, and the
 * interval over several runs includes it.
 */
final class SteadyRules {
  /** Below this share of their CPU time the servers' compilers change nothing. */
  static final double JIT_BUSY_PERCENT = 1;

  private static final int SERIES_THAT_AGREE = 2;

  private SteadyRules() {}

  /** Every rule that the step breaks. */
  static List<Invalid> check(StepResult step) {
    StepSteadiness steady = step.steady();
    Double jit = step.evidence() == null ? null : step.evidence().servers().jitPercent();
    if (steady == null
        || steady.kind() != SteadyClass.WARMING_UP
        || steady.series().size() < SERIES_THAT_AGREE
        || jit == null
        || jit < JIT_BUSY_PERCENT) {
      return List.of();
    }
    return List.of(
        Invalid.of(
            Reason.NOT_STEADY,
            "the servers still became faster in step %d: %s changed by up to %.0f %% from the start"
                + " to the end of its measured part, and the JIT compilers were busy for %.1f %% of the CPU"
                + " time. The run is repeated with twice the settling and warm-up",
            step.step(),
            SteadySeries.text(steady.series()),
            Math.abs(steady.driftPercent().value()),
            jit));
  }
}
