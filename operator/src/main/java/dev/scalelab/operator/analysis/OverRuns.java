package dev.scalelab.operator.analysis;

import dev.scalelab.operator.api.Evidence;
import dev.scalelab.operator.api.PartitionUse;
import dev.scalelab.operator.api.Spread;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.measurement.Rounding;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;

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
    return ofHosts(steps, Evidence::hostCpuPercent);
  }

  /** Whether the fullest host had no CPU left in these steps: all hosts where it is not known. */
  public static boolean hostFull(List<StepResult> steps) {
    Double fullest =
        ofHosts(
            steps,
            evidence ->
                evidence.fullestHostCpuPercent() == null
                    ? evidence.hostCpuPercent()
                    : evidence.fullestHostCpuPercent());
    return fullest != null && fullest >= Judgement.HOST_FULL_PERCENT;
  }

  private static Double ofHosts(List<StepResult> steps, Function<Evidence, Double> percent) {
    return Rounding.two(
        steps.stream()
            .map(StepResult::evidence)
            .filter(Objects::nonNull)
            .map(percent)
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue)
            .average());
  }

  /** Mean of each partition in these steps; null without evidence of partitions. */
  public static List<PartitionUse> partitions(List<StepResult> steps) {
    Map<String, List<PartitionUse>> byName =
        steps.stream()
            .map(StepResult::evidence)
            .filter(Objects::nonNull)
            .map(Evidence::partitions)
            .filter(Objects::nonNull)
            .flatMap(List::stream)
            .collect(
                Collectors.groupingBy(PartitionUse::name, LinkedHashMap::new, Collectors.toList()));
    return byName.isEmpty() ? null : byName.values().stream().map(OverRuns::mean).toList();
  }

  private static PartitionUse mean(List<PartitionUse> steps) {
    return new PartitionUse(
        steps.get(0).name(),
        steps.get(0).servers(),
        mean(steps, PartitionUse::cpuCores),
        mean(steps, PartitionUse::cpuLimitCores),
        mean(steps, PartitionUse::databaseCpuCores),
        mean(steps, PartitionUse::databaseCpuLimitCores),
        mean(steps, PartitionUse::requestsPerSecond),
        mean(steps, PartitionUse::callsPerSecond));
  }

  private static Double mean(List<PartitionUse> steps, Function<PartitionUse, Double> figure) {
    OptionalDouble mean =
        steps.stream()
            .map(figure)
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue)
            .average();
    return Rounding.three(mean);
  }
}
