package dev.scalelab.operator.loadrun;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.testbed.Scene;

/** The dataset of a variant's databases, created once for all of its trials. */
public final class DatasetPart extends JobPart {
  public DatasetPart(LoadRuns runs) {
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
  public String job(Scene scene) {
    Configuration configuration = scene.configuration();
    return Names.prepareJob(configuration.experiment(), configuration.layout());
  }

  @Override
  public void deploy(Scene scene) {
    runs.startPrepare(scene.experiment(), scene.configuration());
  }
}
