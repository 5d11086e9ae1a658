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
  private static final double BUSIEST_PERCENT = 90;

  /** Pods that use less than this together are an imbalance beside a full one. */
  static final double BALANCED = 0.8;

  double utilization() {
    return cores / limitCores;
  }

  /**
   * Nearly all of it is used, or most while it is held back half of the time or one pod is full.
   */
  boolean full() {
    return utilization() >= FULL || throttled() || byBusiest();
  }

  /** One of its pods is full, and the others nearly so: requests go to that one too. */
  boolean byBusiest() {
    return utilization() >= BALANCED && utilization() < FULL && busiestFull();
  }

  /** One of its pods is full. */
  boolean busiestFull() {
    return busiestPercent != null && busiestPercent >= BUSIEST_PERCENT;
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

  /**
   * The throughput that it would allow alone: the present one if it is throttled, and as its pods
   * share the load now if one of them is full.
   */
  double bound(double perSecond) {
    if (throttled()) {
      return perSecond;
    }
    return byBusiest() ? 100 * perSecond / busiestPercent : perSecond / utilization();
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
