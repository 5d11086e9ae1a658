package dev.scalelab.load.scenario;

import static dev.scalelab.load.scenario.ExpectedStatus.expecting;
import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.http.HttpDsl.http;

import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.util.function.ToIntFunction;

/** Requests of the workload portal that store something. */
final class PortalRequests {
  private PortalRequests() {}

  /**
   * Creates something of a customer, with the transaction's number.
   *
   * @param name order or ticket
   */
  static HttpRequestActionBuilder create(
      String name, int status, int generator, ToIntFunction<Session> customer) {
    return expecting(
        status,
        http(name)
            .post("/api/portal/" + name + "s")
            .header("Content-Type", "application/json")
            .header(Transaction.NUMBER, session -> Transaction.numberOf(session, generator))
            .body(StringBody(session -> "{\"customerId\":" + customer.applyAsInt(session) + "}")));
  }
}
