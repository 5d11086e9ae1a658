package dev.scalelab.load.scenario;

import static dev.scalelab.load.scenario.ExpectedStatus.expecting;
import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.http.HttpDsl.http;

import dev.scalelab.load.profile.Dataset;
import dev.scalelab.load.profile.TransactionKind;
import dev.scalelab.load.settings.Settings;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.http.HttpRequestActionBuilder;

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
    return recorded.of(order());
  }

  private HttpRequestActionBuilder order() {
    return expecting(
        202,
        http("order")
            .post("/api/portal/orders")
            .header("Content-Type", "application/json")
            .header(Transaction.NUMBER, session -> Transaction.numberOf(session, generator))
            .body(
                StringBody(
                    session ->
                        "{\"customerId\":" + Transaction.of(session).data(Integer.class) + "}")));
  }
}
