package dev.scalelab.load.scenario;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.doIf;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.jsonPath;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.core.CoreDsl.repeat;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import dev.scalelab.load.profile.ThinkTime;
import dev.scalelab.load.profile.TransactionType;
import dev.scalelab.load.profile.Visit;
import dev.scalelab.load.settings.Settings;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.time.Duration;

/**
 * Visits to a cart: the workload cart. Each answer tells how many changes the session's cart has
 * seen, and the user knows how many it should be.
 */
final class CartScript implements Script {
  private static final String CHANGES = "changes";

  private final int productsPerVisit;
  private final ThinkTime thinkTime;
  private final long seed;

  CartScript(Settings settings) {
    this.productsPerVisit = settings.productsPerVisit();
    this.thinkTime = settings.thinkTime();
    this.seed = settings.seed();
  }

  @Override
  public Object data(long user) {
    return new Visit(thinkTime, seed, user);
  }

  @Override
  public ChainBuilder requests(TransactionType type, Recorded recorded) {
    return exec(
        recorded.of(addProduct(), session -> flaw(session, true)),
        repeat(productsPerVisit - 1)
            .on(thinking(recorded.of(addProduct(), session -> flaw(session, true)))),
        thinking(recorded.of(show(), session -> flaw(session, false))),
        thinking(recorded.of(drop())));
  }

  private static HttpRequestActionBuilder addProduct() {
    return http("addProduct")
        .post("/api/cart/products")
        .header("Content-Type", "application/json")
        .body(StringBody(session -> "{\"productId\":" + visit(session).nextProduct() + "}"))
        .check(status().is(200))
        .check(jsonPath("$.changes").ofInt().saveAs(CHANGES));
  }

  private static HttpRequestActionBuilder show() {
    return http("showCart")
        .get("/api/cart")
        .check(status().is(200))
        .check(jsonPath("$.changes").ofInt().saveAs(CHANGES));
  }

  private static HttpRequestActionBuilder drop() {
    return http("dropCart").delete("/api/cart").check(status().is(204));
  }

  private static String flaw(Session session, boolean changed) {
    return visit(session).flaw(session.getInt(CHANGES), changed);
  }

  private ChainBuilder thinking(ChainBuilder request) {
    if (thinkTime.equals(ThinkTime.NONE)) {
      return request;
    }
    return doIf(session -> !session.isFailed())
        .then(
            exec(CartScript::beginPause)
                .exec(pause(session -> Duration.ofMillis(visit(session).nextPauseMillis())))
                .exec(CartScript::endPause)
                .exec(request));
  }

  private static Session beginPause(Session session) {
    Transaction.of(session).beginPause();
    return session;
  }

  private static Session endPause(Session session) {
    Transaction.of(session).endPause();
    return session;
  }

  private static Visit visit(Session session) {
    return Transaction.of(session).data(Visit.class);
  }
}
