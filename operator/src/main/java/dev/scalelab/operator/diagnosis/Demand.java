package dev.scalelab.operator.diagnosis;

import java.util.List;
import java.util.Optional;
import org.apache.commons.math3.stat.regression.SimpleRegression;

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

  /**
   * The demand of one round; empty without two different steps that leave the tier unsaturated, or
   * if its CPU does not grow with the load.
   */
  public static Optional<Demand> of(List<StepFigures> steps, Place tier) {
    SimpleRegression line = new SimpleRegression();
    for (StepFigures step : steps) {
      Cpu cpu = step.cpus().get(tier);
      if (cpu != null && cpu.utilization() <= UNSATURATED) {
        line.addData(step.perSecond(), cpu.cores());
      }
    }
    // Without two different steps the slope is not a number.
    return line.getSlope() > 0
        ? Optional.of(new Demand(line.getSlope(), line.getIntercept()))
        : Optional.empty();
  }
}
