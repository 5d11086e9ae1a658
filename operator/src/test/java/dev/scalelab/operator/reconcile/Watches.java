package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.platform.SlowReads;
import dev.scalelab.operator.platform.Timing;
import dev.scalelab.operator.report.ResultGauges;
import dev.scalelab.operator.support.ApiServer;
import java.util.List;

/** Watches of a test's API server, as the operator begins them at its start. */
final class Watches {
  private Watches() {}

  /** Watches the results in the test's namespace; it reads at once what takes long. */
  static ResultWatch results(ApiServer api, ResultGauges gauges, Neighbours neighbours) {
    ResultWatch watch =
        new ResultWatch(
            api.client(),
            gauges,
            new TrialStore(api.client()),
            List.of(api.namespace()),
            neighbours,
            new Settled(api.client()),
            new SlowReads(Runnable::run, (namespace, name) -> {}),
            Timing.ofMachine());
    watch.start(null);
    return watch;
  }
}
