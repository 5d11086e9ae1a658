package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.api.ScalabilityTrialStatus;

/** The experiment of a planted bottleneck. */
abstract class PlantedExperiment extends FaultyExperiment {
  /** The trial of its base; if there is no result, the experiment says why. */
  final ScalabilityTrialStatus measured(Planted planted, boolean verified, int minutes) {
    ScalabilityExperiment experiment = run(planted, verified, minutes);
    ScalabilityTrialStatus trial = trial("base-1", experiment);
    assertThat(trial.result())
        .as("result; trial: %s; experiment: %s", trial.message(), experiment.getStatus().message())
        .isNotNull();
    return trial;
  }

  final ScalabilityExperiment run(Planted planted, boolean verified, int minutes) {
    name = planted.title();
    cluster.apply(planted.manifest(verified));
    return cluster.awaitFinished(name, minutes);
  }

  /** A trial of the experiment, which must exist. */
  final ScalabilityTrialStatus trial(String configuration, ScalabilityExperiment experiment) {
    ScalabilityTrial trial = cluster.trial(name + "-" + configuration).get();
    assertThat(trial)
        .as("trial %s; experiment: %s", configuration, experiment.getStatus().message())
        .isNotNull();
    return trial.getStatus();
  }
}
