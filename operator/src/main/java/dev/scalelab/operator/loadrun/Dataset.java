package dev.scalelab.operator.loadrun;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Database;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.platform.Applier;
import dev.scalelab.operator.testbed.AdmissionProbe;
import dev.scalelab.operator.testbed.ComponentContext;
import java.util.List;

/**
 * The dataset of a variant's databases, created once for all of its trials; of private databases
 * once for all of its trials with this number of them.
 */
public final class Dataset extends JobComponent {
  public Dataset(LoadRuns runs) {
    super(runs, "Dataset", "the dataset", Reason.DATASET_FAILED);
  }

  @Override
  public Stage stage() {
    return Stage.ONCE;
  }

  @Override
  public boolean isPartOf(Configuration configuration) {
    return configuration.workload().usesDatabase();
  }

  @Override
  public List<AdmissionProbe> probes(ScalabilityExperiment e, Configuration configuration) {
    return List.of(AdmissionProbe.exact("spec.workload.type", runs.prepare(e, configuration)));
  }

  @Override
  public String job(ComponentContext context) {
    return job(context.configuration());
  }

  /** Name of the Job that creates the dataset of a configuration. */
  public static String job(Configuration configuration) {
    String experiment = configuration.experiment();
    String layout = configuration.layout();
    return configuration.databases().stream().anyMatch(Database::isPrivate)
        ? Names.prepareJob(experiment, layout, configuration.databases().size())
        : Names.prepareJob(experiment, layout);
  }

  @Override
  public void deploy(ComponentContext context, Applier applier) {
    runs.startPrepare(context.experiment(), context.configuration());
  }
}
