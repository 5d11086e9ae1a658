package dev.scalelab.operator.plan;

import dev.scalelab.operator.api.LoadSpec;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.PlanSummary;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a spec amounts to: its configurations in the order in which they are measured.
 *
 * @param experiment the experiment's name
 * @param spec the spec with every default filled in, also those that are derived
 * @param configurations the configurations, first to last
 * @param hash hash of everything that the results depend on
 */
public record Plan(
    String experiment,
    ScalabilityExperimentSpec spec,
    List<Configuration> configurations,
    String hash) {

  public Plan {
    configurations = List.copyOf(configurations);
  }

  /** The same plan with other settings of its configurations; their hashes stay. */
  public Plan with(List<Configuration> others) {
    return new Plan(experiment, spec, others, hash);
  }

  /** The plan as the status tells it: sums over every run, without repeats of invalid ones. */
  public PlanSummary summary() {
    LoadSpec load = spec.load();
    int runs = configurations.stream().mapToInt(Configuration::repetitions).sum();
    int steps = runs * load.steps();
    return new PlanSummary(
        configurations.size(),
        steps,
        steps * load.step().measuredSeconds(),
        runs * load.runSeconds(),
        hash);
  }

  /**
   * The trial to work on: the one that has begun, else the first that has not ended. One that was
   * deleted waits for its turn. None when all have ended, or when one failed: what it lacked, more
   * pods lack too.
   *
   * @param statuses status of every trial that exists, by name
   */
  public Optional<Configuration> current(Map<String, ScalabilityTrialStatus> statuses) {
    if (failed(statuses).isPresent()) {
      return Optional.empty();
    }
    List<Configuration> open =
        configurations.stream().filter(trial -> !phase(statuses, trial).terminal()).toList();
    return open.stream()
        .filter(trial -> statuses.containsKey(trial.name()))
        .findFirst()
        .or(() -> open.stream().findFirst());
  }

  /** The trial that failed, which ends the experiment. */
  public Optional<Configuration> failed(Map<String, ScalabilityTrialStatus> statuses) {
    return configurations.stream()
        .filter(trial -> phase(statuses, trial) == Phase.FAILED)
        .findFirst();
  }

  /** The phase of a trial; one without a status has not ended. */
  public static Phase phase(Map<String, ScalabilityTrialStatus> statuses, Configuration trial) {
    ScalabilityTrialStatus status = statuses.get(trial.name());
    return status == null || status.phase() == null ? Phase.RUNNING : status.phase();
  }
}
