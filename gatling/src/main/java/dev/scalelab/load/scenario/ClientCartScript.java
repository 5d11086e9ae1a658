package dev.scalelab.load.scenario;

import static dev.scalelab.load.scenario.ExpectedStatus.expecting;
import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.bodyString;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.repeat;
import static io.gatling.javaapi.http.HttpDsl.http;

import dev.scalelab.load.profile.TransactionKind;
import dev.scalelab.load.settings.Settings;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;

/** Visits to a cart that the visitor keeps: the workload cart with state at the client. */
final class ClientCartScript extends VisitScript {
  private static final String BODY = "body";
  private static final String JSON = "application/json";
  private static final String FIELD = "\"state\":\"";

  ClientCartScript(Settings settings) {
    super(settings);
  }

  @Override
  public ChainBuilder requests(TransactionKind kind, Recorded recorded) {
    return exec(
        recorded.of(addProduct(), ClientCartScript::keep),
        repeat(productsPerVisit - 1)
            .on(thinking.before(recorded.of(addProduct(), ClientCartScript::keep))),
        thinking.before(recorded.of(show(), ClientCartScript::keep)));
  }

  private static HttpRequestActionBuilder addProduct() {
    return expecting(
        200,
        http("addProduct")
            .post("/api/cart/client/products")
            .header("Content-Type", JSON)
            .body(StringBody(ClientCartScript::choice))
            .check(bodyString().saveAs(BODY)));
  }

  private static HttpRequestActionBuilder show() {
    return expecting(
        200,
        http("showCart")
            .post("/api/cart/client")
            .header("Content-Type", JSON)
            .body(StringBody(session -> "{" + FIELD + visit(session).kept() + "\"}"))
            .check(bodyString().saveAs(BODY)));
  }

  private static String choice(Session session) {
    int product = visit(session).nextProduct();
    String kept = visit(session).kept();
    return kept == null
        ? "{\"productId\":" + product + "}"
        : "{\"productId\":" + product + "," + FIELD + kept + "\"}";
  }

  /** Keeps the cart of the response; returns what is wrong if it has none. */
  private static String keep(Session session) {
    String body = session.getString(BODY);
    int field = body == null ? -1 : body.indexOf(FIELD);
    if (field < 0) {
      return "response without the cart";
    }
    int begin = field + FIELD.length();
    visit(session).keep(body.substring(begin, body.indexOf('"', begin)));
    return null;
  }
}
