package dev.scalelab.load.scenario;

import static dev.scalelab.load.scenario.ExpectedStatus.expecting;
import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.repeat;
import static io.gatling.javaapi.http.HttpDsl.http;

import dev.scalelab.load.profile.TransactionKind;
import dev.scalelab.load.settings.Settings;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.util.Optional;

/** Visits to a cart: the workload cart. */
final class CartScript extends VisitScript {
  CartScript(Settings settings) {
    super(settings);
  }

  @Override
  public ChainBuilder requests(TransactionKind kind, Recorded recorded) {
    return exec(
        recorded.of(addProduct()),
        repeat(productsPerVisit - 1).on(thinking.before(recorded.of(addProduct()))),
        thinking.before(recorded.of(show())),
        thinking.before(recorded.of(drop())));
  }

  @Override
  public Optional<HttpRequestActionBuilder> stateRequest() {
    return Optional.of(show());
  }

  private static HttpRequestActionBuilder addProduct() {
    return expecting(
        200,
        http("addProduct")
            .post("/api/cart/products")
            .header("Content-Type", "application/json")
            .body(StringBody(session -> "{\"productId\":" + visit(session).nextProduct() + "}")));
  }

  private static HttpRequestActionBuilder show() {
    return expecting(200, http("showCart").get("/api/cart"));
  }

  private static HttpRequestActionBuilder drop() {
    return expecting(200, http("dropCart").delete(CartScript::pathOfTheEnd));
  }

  private static String pathOfTheEnd(Session session) {
    visit(session).state().end();
    return "/api/cart";
  }
}
