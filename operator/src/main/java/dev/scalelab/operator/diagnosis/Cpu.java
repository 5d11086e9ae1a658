package dev.scalelab.operator.diagnosis;

import java.util.List;

/**
 * CPU of one tier in a step.
 *
 * @param place the tier or database
 * @param cores used by all of its pods
 * @param limitCores that they may use
 * @param throttledPercent periods in which they were held back; null if unknown
 * @param busiestPercent use of the busiest pod, of its limit; null if unknown
 */
public record Cpu(
    Place place, double cores, double limitCores, Double throttledPercent, Double busiestPercent)
    implements Placed {

  private static final double FULL = 0.9;
  private static final double MOSTLY_USED = 0.7;
  private static final double THROTTLED_PERCENT = 50;
  private static final double UNTHROTTLED_PERCENT = 10;

  double utilization() {
    return cores / limitCores;
  }

  /** Nearly all of it is used, or most while it is held back half of the time. */
  boolean full() {
    return utilization() >= FULL || throttled();
  }

  /** What it uses in the other periods is of no use to requests that wait in these. */
  private boolean throttled() {
    return utilization() >= MOSTLY_USED
        && throttledPercent != null
        && throttledPercent >= THROTTLED_PERCENT;
  }

  /** Its limit is known to have held it back hardly ever. */
  boolean unthrottled() {
    return throttledPercent != null && throttledPercent < UNTHROTTLED_PERCENT;
  }

  /** The throughput that it would allow alone: the present one if it is throttled. */
  double bound(double perSecond) {
    return throttled() ? perSecond : perSecond / utilization();
  }

  /** The mean of several rounds. */
  static Cpu mean(List<Cpu> rounds) {
    return new Cpu(
        rounds.get(0).place(),
        Means.ofKnown(rounds, Cpu::cores),
        Means.ofKnown(rounds, Cpu::limitCores),
        Means.of(rounds, Cpu::throttledPercent),
        Means.of(rounds, Cpu::busiestPercent));
  }
}
