package dev.scalelab.operator.loadrun;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.platform.Applier;
import dev.scalelab.operator.testbed.ComponentContext;

/**
 * The reset of the dataset to its initial content before each run; it also clears the caches of
 * Infinispan servers.
 */
public final class DatasetReset extends JobComponent {
  public DatasetReset(LoadRuns runs) {
    super(runs, "DatasetReset", "the reset of the dataset", Reason.DATASET_FAILED);
  }

  @Override
  public Stage stage() {
    return Stage.RUN;
  }

  @Override
  public boolean isPartOf(Configuration configuration) {
    return configuration.workload().usesDatabase() || configuration.remoteState() != null;
  }

  @Override
  public String job(ComponentContext context) {
    return Names.resetJob(context.configuration().name(), context.run());
  }

  @Override
  public void deploy(ComponentContext context, Applier applier) {
    runs.startReset(context.experiment(), context.configuration(), context.run());
  }
}
