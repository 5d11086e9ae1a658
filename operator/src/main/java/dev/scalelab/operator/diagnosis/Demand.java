package dev.scalelab.operator.diagnosis;

import java.util.List;

/**
 * CPU seconds that a transaction needs of one tier, by the utilization law: the slope of the CPU
 * used over the throughput. What the tier uses without a load is not part of it.
 */
final class Demand {
  /**
   * From here on the CPU is no longer used for transactions alone, but for switching and queues.
   */
  private static final double UNSATURATED = 0.7;

  private int steps;
  private double perSecond;
  private double cores;
  private double squares;
  private double products;

  private Demand() {}

  /**
   * The demand in one round, in seconds; not a number without two different steps that leave the
   * tier unsaturated, or if its CPU does not grow with the load.
   */
  static double seconds(List<StepFigures> steps, Place tier) {
    Demand line = new Demand();
    for (StepFigures step : steps) {
      Cpu cpu = step.wholeCpu(tier);
      if (cpu != null && cpu.utilization() <= UNSATURATED) {
        line.add(step.perSecond(), cpu.cores());
      }
    }
    double slope = line.products / line.squares;
    return slope > 0 ? slope : Double.NaN;
  }

  /** Means so far, and sums of squares and products around them: large numbers lose no digits. */
  private void add(double x, double y) {
    double dx = x - perSecond;
    double dy = y - cores;
    double weight = steps / (1.0 + steps);
    squares += dx * dx * weight;
    products += dx * dy * weight;
    steps++;
    perSecond += dx / steps;
    cores += dy / steps;
  }
}
