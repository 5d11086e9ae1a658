package dev.scalelab.operator.diagnosis;

import java.util.List;
import java.util.Optional;

/**
 * CPU seconds that a transaction needs of one tier, by the utilisation law: the slope of the CPU
 * used over the throughput. What the tier uses without a load is not part of it.
 *
 * @param seconds for each transaction
 * @param idleCores used without a load
 */
public record Demand(double seconds, double idleCores) {
  /**
   * From here on the CPU is no longer used for transactions alone, but for switching and queues.
   */
  private static final double UNSATURATED = 0.7;

  private static final int MIN_STEPS = 2;

  /**
   * The demand of one round; empty without two different steps that leave the tier unsaturated, or
   * if its CPU does not grow with the load.
   */
  public static Optional<Demand> of(List<StepFigures> steps, Place tier) {
    List<StepFigures> known =
        steps.stream()
            .filter(step -> step.cpus().containsKey(tier))
            .filter(step -> step.cpus().get(tier).utilization() <= UNSATURATED)
            .toList();
    if (known.size() < MIN_STEPS) {
      return Optional.empty();
    }
    double meanX = known.stream().mapToDouble(StepFigures::perSecond).average().orElseThrow();
    double meanY =
        known.stream().mapToDouble(step -> step.cpus().get(tier).cores()).average().orElseThrow();
    double squares = 0;
    double products = 0;
    for (StepFigures step : known) {
      double x = step.perSecond() - meanX;
      squares += x * x;
      products += x * (step.cpus().get(tier).cores() - meanY);
    }
    return squares > 0 && products > 0
        ? Optional.of(new Demand(products / squares, meanY - meanX * products / squares))
        : Optional.empty();
  }
}
