package dev.scalelab.operator.report;

import dev.scalelab.operator.analysis.ScalingAnalysis;
import dev.scalelab.operator.analysis.ScalingAnalysis.Measured;
import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Schedule;
import dev.scalelab.operator.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The rows of an experiment's status: configurations that were measured or could not be measured.
 */
final class ConfigurationRows {
  private final Plan plan;
  private final Map<String, ScalabilityTrialStatus> trials;

  private final Schedule schedule;

  ConfigurationRows(Schedule schedule) {
    this.schedule = schedule;
    this.plan = schedule.plan();
    this.trials = schedule.statuses();
  }

  /** A row for each configuration that has ended, in the order of the plan. */
  List<ConfigurationResult> all() {
    Map<String, ConfigurationResult> measured =
        ScalingAnalysis.of(measured(), Workload.of(plan.spec()).countsBusinessOperations()).stream()
            .collect(Collectors.toMap(ConfigurationResult::trial, Function.identity()));
    List<ConfigurationResult> rows = new ArrayList<>();
    for (Configuration configuration : plan.configurations()) {
      ScalabilityTrialStatus status = trials.get(configuration.name());
      if (measured.containsKey(configuration.name())) {
        rows.add(measured.get(configuration.name()));
      } else if (status != null
          && (status.phase() == Phase.FAILED || status.phase() == Phase.TERMINATED)) {
        rows.add(
            notMeasured(configuration, status.reason(), status.message(), configuration.name()));
      } else {
        schedule
            .skippedFor(configuration)
            .ifPresent(fewer -> rows.add(skipped(configuration, fewer)));
      }
    }
    return List.copyOf(rows);
  }

  private ConfigurationResult skipped(Configuration configuration, Configuration fewer) {
    String why =
        "skipped: " + fewer.shortName() + " failed for a reason that more servers do not fix";
    return notMeasured(configuration, trials.get(fewer.name()).reason(), why, null);
  }

  /** The configurations that were measured, in the order of the plan. */
  List<Measured> measured() {
    return plan.configurations().stream()
        .filter(configuration -> trials.containsKey(configuration.name()))
        .filter(configuration -> trials.get(configuration.name()).result() != null)
        .map(
            configuration -> new Measured(configuration, trials.get(configuration.name()).result()))
        .toList();
  }

  private static ConfigurationResult notMeasured(
      Configuration configuration, Reason reason, String message, String trial) {
    return ConfigurationResult.notMeasured(
        configuration.shortName(),
        configuration.variant(),
        configuration.factors().isEmpty() ? null : configuration.factors(),
        configuration.replicas(),
        reason,
        message,
        trial);
  }
}
