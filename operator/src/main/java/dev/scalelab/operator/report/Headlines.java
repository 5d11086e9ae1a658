package dev.scalelab.operator.report;

import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.Headline;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.measurement.Rounding;
import dev.scalelab.operator.plan.Configuration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The figures that kubectl get shows for the experiment.
 *
 * @param current the configuration that is measured; empty at the end
 * @param measured rows of the configurations that were measured
 * @param trials statuses of the trials whose latest steps may be shown
 */
record Headlines(
    Optional<Configuration> current,
    List<ConfigurationResult> measured,
    Map<String, ScalabilityTrialStatus> trials) {

  /** The latest step of the current trial; at the end the last row; null without either. */
  Headline now() {
    if (current.isPresent()) {
      return ofCurrent(current.get());
    }
    if (measured.isEmpty()) {
      return null;
    }
    ConfigurationResult last = measured.get(measured.size() - 1);
    return new Headline(
        last.name(),
        last.replicas(),
        TrialReport.throughput(last.peakPerSecond(), last.capacityPerSecond(), last.search()),
        isCompared(last) ? last.speedup() : null,
        TrialReport.millis(last.p95Millis()),
        last.requestsPerSecond(),
        last.bbopsPerMinute(),
        last.bottleneck() == null ? null : last.bottleneck().shown());
  }

  /** Whether its system was measured with another number of servers too. */
  private boolean isCompared(ConfigurationResult row) {
    return measured.stream().filter(other -> other.system().equals(row.system())).count() > 1;
  }

  private Headline ofCurrent(Configuration configuration) {
    StepResult latest =
        Optional.ofNullable(trials.get(configuration.name()))
            .flatMap(TrialReport::latestStep)
            .orElse(null);
    return latest == null
        ? Headline.of(configuration.shortName(), configuration.replicas())
        : new Headline(
            configuration.shortName(),
            configuration.replicas(),
            latest.throughputPerSecond(),
            speedup(configuration, latest),
            TrialReport.millis(latest.responseTimes().p95Millis()),
            Rounding.two(latest.requestsPerSecond()),
            null,
            null);
  }

  /**
   * Relative to the same system with the fewest servers; absent while the target is below that
   * system's peak, when it would be meaningless.
   */
  private Double speedup(Configuration configuration, StepResult latest) {
    double first =
        measured.stream()
            .filter(row -> isSameSystem(row, configuration))
            .findFirst()
            .map(row -> row.peakPerSecond().mean())
            .orElse(0.0);
    return first == 0 || requested(latest) < first
        ? null
        : (Double) Rounding.two(latest.mixPerSecond() / first);
  }

  private static boolean isSameSystem(ConfigurationResult row, Configuration configuration) {
    return row.variant().equals(configuration.variant())
        && configuration.factors().equals(row.factors() == null ? List.of() : row.factors());
  }

  /** In a closed model the load always reaches the maximum throughput. */
  private static double requested(StepResult step) {
    return step.target().users() == null ? step.target().perSecond() : Double.MAX_VALUE;
  }
}
