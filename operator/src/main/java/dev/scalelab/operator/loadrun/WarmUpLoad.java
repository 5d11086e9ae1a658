package dev.scalelab.operator.loadrun;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.plan.Settling;
import dev.scalelab.operator.platform.Applier;
import dev.scalelab.operator.testbed.ComponentContext;

/** Load on freshly started servers before the first run. */
public final class WarmUpLoad extends JobComponent {
  public WarmUpLoad(LoadRuns runs) {
    super(runs, "WarmUp", "the warm-up", Reason.WARM_UP_FAILED);
  }

  @Override
  Reason reason(JobObservation.Cause cause) {
    return cause == JobObservation.Cause.OUT_OF_MEMORY ? Reason.LOAD_OUT_OF_MEMORY : reason();
  }

  @Override
  public Stage stage() {
    return Stage.ONCE;
  }

  @Override
  public boolean isPartOf(Configuration configuration) {
    return configuration.load().warmUp().maxSeconds() > 0;
  }

  /** Under this load a server may miss a probe or a scrape. */
  @Override
  public boolean shieldsOthers() {
    return true;
  }

  @Override
  public int plannedSeconds(Configuration configuration) {
    return configuration.load().warmUp().maxSeconds()
        + configuration.workload().drainSecondsOfWarmUp(configuration.load());
  }

  @Override
  public String job(ComponentContext context) {
    return Names.warmUpJob(context.configuration().name());
  }

  @Override
  public void deploy(ComponentContext context, Applier applier) {
    runs.startWarmUp(
        context.experiment(), context.configuration(), Settling.factor(context.trial().runs()));
  }
}
