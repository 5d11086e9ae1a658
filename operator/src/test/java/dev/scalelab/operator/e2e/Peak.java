package dev.scalelab.operator.e2e;

import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.TierUse;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/**
 * The most that a configuration did, and the step in which it did it.
 *
 * @param perSecond transactions per second of the mix asked for
 * @param millisOfTheSameWork how slow the machine was meanwhile
 */
record Peak(double perSecond, StepResult step, double millisOfTheSameWork) {

  static Peak of(ConfigurationResult row, List<StepResult> steps, MachineSpeed speed) {
    StepResult step =
        steps.stream().max(Comparator.comparingDouble(StepResult::ofTheMixPerSecond)).orElseThrow();
    return new Peak(
        row.peakPerSecond(),
        step,
        speed.millisOfTheSameWork(
            Instant.parse(step.measuredFrom()), Instant.parse(step.measuredTo())));
  }

  /** Whether the machine or the database had nothing left to give. */
  boolean isWhereHostOrDatabaseStopped() {
    return step.evidence().hostCpuPercent() > 90 || cores(step, "database") > 0.85;
  }

  /** How many times as much another configuration did. */
  Growth to(Peak other) {
    double seen = other.perSecond / perSecond;
    return new Growth(seen, seen * other.millisOfTheSameWork / millisOfTheSameWork);
  }

  /**
   * How many times as much.
   *
   * @param seen by the peaks
   * @param atEvenSpeed the same, had the machine been as fast both times
   */
  record Growth(double seen, double atEvenSpeed) {
    double most() {
      return Math.max(seen, atEvenSpeed);
    }

    double least() {
      return Math.min(seen, atEvenSpeed);
    }
  }

  /** CPU that a tier used in a step, in cores. */
  static double cores(StepResult step, String tier) {
    return step.evidence().tiers().stream()
        .filter(use -> use.tier().equals(tier))
        .mapToDouble(TierUse::cpuCores)
        .sum();
  }
}
