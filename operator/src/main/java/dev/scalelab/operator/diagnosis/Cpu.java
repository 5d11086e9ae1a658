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

  double utilization() {
    return cores / limitCores;
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
