package dev.scalelab.load.scenario;

import static dev.scalelab.load.scenario.ExpectedStatus.expecting;
import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.jsonPath;
import static io.gatling.javaapi.core.CoreDsl.repeat;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import dev.scalelab.load.profile.ThinkTime;
import dev.scalelab.load.profile.TransactionKind;
import dev.scalelab.load.profile.Visit;
import dev.scalelab.load.settings.Settings;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;

/**
 * Visits to a cart: the workload cart. Each response contains the number of changes of the
 * session's cart, and the user knows the expected number.
 */
final class CartScript implements Script {
  private static final String CHANGES = "changes";

  private final int productsPerVisit;
  private final ThinkTime thinkTime;
  private final Thinking thinking;
  private final long seed;

  CartScript(Settings settings) {
    this.productsPerVisit = settings.workload().sizes().productsPerVisit();
    this.thinkTime = settings.users().thinkTime();
    this.thinking = new Thinking(thinkTime);
    this.seed = settings.workload().seed();
  }

  @Override
  public Object data(Turn turn) {
    return new Visit(thinkTime, seed, turn.number());
  }

  @Override
  public ChainBuilder requests(TransactionKind kind, Recorded recorded) {
    return exec(
        recorded.of(addProduct(), session -> flaw(session, true)),
        repeat(productsPerVisit - 1)
            .on(thinking.before(recorded.of(addProduct(), session -> flaw(session, true)))),
        thinking.before(recorded.of(show(), session -> flaw(session, false))),
        thinking.before(recorded.of(drop(), session -> flaw(session, false))));
  }

  private static HttpRequestActionBuilder addProduct() {
    return http("addProduct")
        .post("/api/cart/products")
        .header("Content-Type", "application/json")
        .body(StringBody(session -> "{\"productId\":" + visit(session).nextProduct() + "}"))
        // A cart lost with its server is reported once with 409 and 0 changes; another conflict has
        // no number of changes, and fails with its status.
        .check(status().in(200, 409))
        .check(jsonPath("$.changes").ofInt().saveAs(CHANGES));
  }

  private static HttpRequestActionBuilder show() {
    return expecting(
        200,
        http("showCart").get("/api/cart").check(jsonPath("$.changes").ofInt().saveAs(CHANGES)));
  }

  private static HttpRequestActionBuilder drop() {
    return expecting(
        200,
        http("dropCart").delete("/api/cart").check(jsonPath("$.changes").ofInt().saveAs(CHANGES)));
  }

  private static String flaw(Session session, boolean changed) {
    return visit(session).flaw(session.getInt(CHANGES), changed);
  }

  private static Visit visit(Session session) {
    return Transaction.of(session).data(Visit.class);
  }
}
