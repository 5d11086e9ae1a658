package dev.scalelab.operator.diagnosis;

import dev.scalelab.operator.api.PercentileRatio;
import dev.scalelab.operator.api.QueueingModel;
import dev.scalelab.operator.measurement.Rounding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * 95th percentiles against means, by the utilization of the busiest CPU. They do not fall with it:
 * where noise says so, the higher one counts.
 */
final class Percentiles95 {
  private Percentiles95() {}

  /** Of the loads whose percentile is known. */
  static List<PercentileRatio> of(List<Level> levels) {
    List<Level> known = new ArrayList<>(levels);
    known.removeIf(level -> level.p95Millis() == null);
    known.sort(Comparator.comparingDouble(level -> level.figures().maxUtilization()));
    List<PercentileRatio> ratios = new ArrayList<>(known.size());
    double highest = 1;
    for (Level level : known.subList(0, Math.min(QueueingModel.MAX_STEPS, known.size()))) {
      highest = Math.max(highest, level.p95Millis() / level.figures().meanMillis());
      ratios.add(
          new PercentileRatio(
              Rounding.two(level.figures().maxUtilization()), Rounding.three(highest)));
    }
    return ratios;
  }

  /** The ratio at a utilization: that of the next higher one measured, or of the highest. */
  static double at(List<PercentileRatio> ratios, double utilization) {
    return ratios.stream()
        .filter(ratio -> ratio.utilization() >= utilization)
        .findFirst()
        .or(() -> ratios.stream().reduce((one, other) -> other))
        .map(PercentileRatio::ratio)
        .orElseThrow();
  }
}
