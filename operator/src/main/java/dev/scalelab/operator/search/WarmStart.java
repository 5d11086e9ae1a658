package dev.scalelab.operator.search;

import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.SearchRound;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/** Where a search begins: near the capacity that other rounds and configurations suggest. Pure. */
public final class WarmStart {
  /** An additional server adds about this fraction of what the others have. */
  private static final double OF_A_SERVER = 0.9;

  private final Plan plan;
  private final Map<String, ScalabilityTrialStatus> statuses;

  /**
   * @param statuses status of every trial that exists, by name; their runs are not needed
   */
  public WarmStart(Plan plan, Map<String, ScalabilityTrialStatus> statuses) {
    this.plan = plan;
    this.statuses = statuses;
  }

  /**
   * From the configuration's own rounds; else from the same system with the nearest number of
   * servers; else from another system with as many servers, of which the first in the plan is the
   * base.
   */
  public SearchStart of(Configuration configuration) {
    ScalabilityTrialStatus own = statuses.get(configuration.name());
    double tolerance = configuration.load().search().tolerancePercent() / 100.0;
    if (own != null && !own.searched().isEmpty()) {
      OptionalDouble level = level(own);
      return level.isPresent()
          ? SearchStart.measured(level.getAsDouble(), tolerance)
          : SearchStart.notFound(configuration.load().search().min());
    }
    return ofSystem(configuration)
        .or(() -> ofOtherSystem(configuration))
        .map(SearchStart::predicted)
        .orElseGet(SearchStart::unknown);
  }

  private Optional<Double> ofSystem(Configuration configuration) {
    return plan.configurations().stream()
        .filter(other -> other.system().equals(configuration.system()) && known(other).isPresent())
        .min(
            Comparator.comparingInt(other -> Math.abs(other.replicas() - configuration.replicas())))
        .map(
            other -> {
              double ratio = (double) configuration.replicas() / other.replicas();
              double less = ratio > 1 ? OF_A_SERVER : 1 / OF_A_SERVER;
              return known(other).getAsDouble() * (ratio == 1 ? 1 : ratio * less);
            });
  }

  private Optional<Double> ofOtherSystem(Configuration configuration) {
    return plan.configurations().stream()
        .filter(other -> other.replicas() == configuration.replicas() && known(other).isPresent())
        .findFirst()
        .map(other -> known(other).getAsDouble());
  }

  private OptionalDouble known(Configuration other) {
    ScalabilityTrialStatus status = statuses.get(other.name());
    return status == null ? OptionalDouble.empty() : level(status);
  }

  /** Geometric mean of the rounds that found a capacity; empty without one. */
  static OptionalDouble level(ScalabilityTrialStatus status) {
    OptionalDouble mean =
        status.searched().stream()
            .map(SearchRound::level)
            .filter(Objects::nonNull)
            .mapToDouble(Math::log)
            .average();
    return mean.isPresent() ? OptionalDouble.of(Math.exp(mean.getAsDouble())) : mean;
  }
}
