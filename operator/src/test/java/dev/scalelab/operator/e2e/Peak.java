package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.TierUse;
import java.util.Comparator;
import java.util.List;

/**
 * The peak of a configuration, and its step.
 *
 * @param perSecond transactions per second of the requested mix
 * @param step the step
 * @param steps all steps
 * @param millisOfTheSameWork CPU time of constant work, which shows the machine's speed
 */
record Peak(double perSecond, StepResult step, List<StepResult> steps, double millisOfTheSameWork) {

  static Peak of(ConfigurationResult row, List<StepResult> steps, MachineSpeed speed) {
    StepResult step =
        steps.stream().max(Comparator.comparingDouble(StepResult::mixPerSecond)).orElseThrow();
    return new Peak(row.peakPerSecond().mean(), step, steps, speed.millisOfTheSameWork(step));
  }

  /** Whether the machine or the database was saturated. */
  boolean isWhereHostOrDatabaseStopped() {
    return step.evidence().hostCpuPercent() > 90 || cores(step, "database") > 0.85;
  }

  /** Peak of another configuration relative to this one. */
  Growth to(Peak other) {
    double seen = other.perSecond / perSecond;
    return new Growth(
        seen,
        seen * other.millisOfTheSameWork / millisOfTheSameWork,
        seen * other.dearness(this) / dearness(other));
  }

  /**
   * The servers' CPU per transaction at the peak, relative to the highest step that both this and
   * another configuration kept. In that step both have the same throughput, so the cost of a larger
   * cluster is included; a higher cost per transaction at the peak is caused by the machine: each
   * of two hardware threads of a core is half as fast while the other is busy.
   */
  private double dearness(Peak other) {
    return steps.stream()
        .filter(kept -> kept.counts().failed() == 0)
        .filter(
            kept ->
                other.steps.stream()
                    .anyMatch(
                        same -> same.step().equals(kept.step()) && same.counts().failed() == 0))
        .max(Comparator.comparing(StepResult::step))
        .map(kept -> coresOfATransaction(step) / coresOfATransaction(kept))
        .orElse(1.0);
  }

  private static double coresOfATransaction(StepResult step) {
    double cores = cores(step, "application");
    assertThat(cores).as("the servers' CPU in step %s", step.step()).isPositive();
    return cores / step.mixPerSecond();
  }

  /**
   * Ratio of two peaks.
   *
   * @param seen the measured ratio
   * @param atEvenSpeed the ratio, corrected for the machine's speed
   * @param atEvenCost the ratio, corrected for the CPU per transaction at the peak
   */
  record Growth(double seen, double atEvenSpeed, double atEvenCost) {
    double max() {
      return Math.max(seen, Math.max(atEvenSpeed, atEvenCost));
    }

    double min() {
      return Math.min(seen, Math.min(atEvenSpeed, atEvenCost));
    }
  }

  /** Figures that distinguish a slow machine from a server that scales badly. */
  @Override
  public String toString() {
    return "%.1f/s where the same work took %.2f ms; steps %s"
        .formatted(perSecond, millisOfTheSameWork, steps.stream().map(Peak::text).toList());
  }

  private static String text(StepResult step) {
    return "%.0f/s asked: %.1f done, %d failed, p50 %.0f ms, host %.0f %%, cores %.3f and %.3f"
        .formatted(
            step.target().perSecond(),
            step.mixPerSecond(),
            step.counts().failed(),
            step.responseTimes().p50Millis(),
            step.evidence().hostCpuPercent(),
            cores(step, "application"),
            cores(step, "database"));
  }

  /** CPU that a tier used in a step, in cores. */
  static double cores(StepResult step, String tier) {
    return step.evidence().tiers().stream()
        .filter(use -> use.tier().equals(tier))
        .mapToDouble(TierUse::cpuCores)
        .sum();
  }
}
