package dev.scalelab.operator.analysis;

import dev.scalelab.operator.api.Evidence;
import dev.scalelab.operator.api.Spread;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.measurement.Rounding;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Objects;

/** Figures of a trial over its runs or rounds, each with one value of its own. */
public final class OverRuns {
  private OverRuns() {}

  /** Mean, minimum and maximum of at least one value. */
  public static Spread spread(List<Double> values) {
    DoubleSummaryStatistics figures =
        values.stream().mapToDouble(Double::doubleValue).summaryStatistics();
    return new Spread(
        Rounding.two(figures.getAverage()),
        Rounding.two(figures.getMin()),
        Rounding.two(figures.getMax()));
  }

  /** Mean CPU use of the hosts in these steps; null without evidence of the hosts. */
  public static Double hostCpuPercent(List<StepResult> steps) {
    return Rounding.two(
        steps.stream()
            .map(StepResult::evidence)
            .filter(Objects::nonNull)
            .map(Evidence::hostCpuPercent)
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue)
            .average());
  }
}
