package dev.scalelab.load.plain;

import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.ScenarioBuilder;
import io.gatling.javaapi.core.Simulation;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The load generator's {@code orderStatus} as a simulation for Gatling itself: the baseline for the
 * cost of recording, in {@code make bench}.
 */
public final class PlainSimulation extends Simulation {
  private static final int ORDERS = Integer.getInteger("plain.orders");

  /** Called by Gatling. */
  public PlainSimulation() {
    ScenarioBuilder reader =
        scenario("plain")
            .exec(
                http("orderStatus")
                    .get(
                        session ->
                            "/api/ecperf/orders/"
                                + ThreadLocalRandom.current().nextInt(1, ORDERS + 1))
                    .check(status().is(200)));
    setUp(
            reader.injectOpen(
                constantUsersPerSec(Integer.getInteger("plain.rate"))
                    .during(Integer.getInteger("plain.seconds"))))
        .protocols(protocol());
  }

  /** Like the load generator's, without its counting when a request is written. */
  private static HttpProtocolBuilder protocol() {
    return http.baseUrl(System.getProperty("plain.url"))
        .acceptHeader("application/json")
        .userAgentHeader("ScaleLab")
        .shareConnections()
        .disableWarmUp()
        .disableCaching()
        .disableAutoReferer()
        .disableAutoOrigin()
        .disableFollowRedirect();
  }
}
