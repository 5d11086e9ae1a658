package dev.scalelab.load.scenario;

import dev.scalelab.load.profile.Dataset;
import dev.scalelab.load.profile.TransactionKind;
import dev.scalelab.load.settings.Settings;
import io.gatling.javaapi.core.ChainBuilder;

/** Orders that arrive in addition to the users of the workload portal. */
final class StreamScript implements Script {
  private final Dataset dataset;
  private final long seed;
  private final int generator;

  StreamScript(Settings settings) {
    this.dataset = settings.workload().dataset();
    this.seed = settings.workload().seed();
    this.generator = settings.generators().share().number();
  }

  @Override
  public Object data(Turn turn) {
    return dataset.customerOfOrder(seed, turn.number());
  }

  @Override
  public ChainBuilder requests(TransactionKind kind, Recorded recorded) {
    return recorded.of(
        PortalRequests.create(
            "order", 202, generator, session -> Transaction.of(session).data(Integer.class)));
  }
}
