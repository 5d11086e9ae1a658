package dev.scalelab.operator.loadrun;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Variables;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.Map;

/** The Jobs of an experiment's trial with two servers. */
final class TrialJobs {
  static final LoadJobs LOADS = new LoadJobs(Experiments.images());
  static final DatasetJobs DATASETS = new DatasetJobs(Experiments.images(), Experiments.settings());

  private TrialJobs() {}

  /** The load of the first run. */
  static Job run(ScalabilityExperiment experiment) {
    Configuration configuration = Experiments.two(experiment);
    return LOADS.run(experiment, configuration, Experiments.firstRun(configuration));
  }

  static Job warmUp(ScalabilityExperiment experiment) {
    return LOADS.warmUp(experiment, Experiments.two(experiment), 1);
  }

  /** The reset before the first run. */
  static Job reset(ScalabilityExperiment experiment) {
    return DATASETS.reset(experiment, Experiments.two(experiment), 1);
  }

  /** The audit after the first run. */
  static Job audit(ScalabilityExperiment experiment) {
    return DATASETS.audit(experiment, Experiments.two(experiment), 1);
  }

  /** The values of the environment variables of its container. */
  static Map<String, String> environment(Job job) {
    return Variables.of(job.getSpec().getTemplate().getSpec().getContainers().get(0));
  }
}
