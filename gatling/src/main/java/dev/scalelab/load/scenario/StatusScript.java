package dev.scalelab.load.scenario;

import static dev.scalelab.load.scenario.ExpectedStatus.expecting;
import static io.gatling.javaapi.core.CoreDsl.repeat;
import static io.gatling.javaapi.http.HttpDsl.http;

import dev.scalelab.load.profile.Dataset;
import dev.scalelab.load.profile.StatusVisit;
import dev.scalelab.load.profile.TransactionKind;
import dev.scalelab.load.profile.TransactionType;
import dev.scalelab.load.settings.Settings;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;

/** Customers who request statuses and create tickets: the workload portal. */
final class StatusScript implements Script {
  private final Dataset dataset;
  private final int requestsPerVisit;
  private final long seed;
  private final int generator;

  StatusScript(Settings settings) {
    this.dataset = settings.workload().dataset();
    this.requestsPerVisit = settings.workload().sizes().requestsPerVisit();
    this.seed = settings.workload().seed();
    this.generator = settings.generators().share().number();
  }

  @Override
  public Object data(Turn turn) {
    return new StatusVisit(dataset, seed, turn.number());
  }

  @Override
  public ChainBuilder requests(TransactionKind kind, Recorded recorded) {
    return kind == TransactionType.CREATE_TICKET
        ? recorded.of(PortalRequests.create("ticket", 201, generator, StatusScript::customer))
        : repeat(requestsPerVisit).on(recorded.of(askForStatus()));
  }

  private static int customer(Session session) {
    return Transaction.of(session).data(StatusVisit.class).customerId();
  }

  private static HttpRequestActionBuilder askForStatus() {
    return expecting(200, http("status").get(session -> "/api/portal/customers/" + path(session)));
  }

  private static String path(Session session) {
    StatusVisit visit = Transaction.of(session).data(StatusVisit.class);
    return visit.customerId() + (visit.nextIsOfOrders() ? "/orders" : "/tickets");
  }
}
