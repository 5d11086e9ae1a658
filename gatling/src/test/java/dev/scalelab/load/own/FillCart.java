package dev.scalelab.load.own;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.jsonPath;
import static io.gatling.javaapi.http.HttpDsl.http;

import dev.scalelab.load.api.OwnContext;
import dev.scalelab.load.api.OwnTransaction;
import io.gatling.javaapi.core.ChainBuilder;

/** A user's transaction of two requests in one session, whose second response is checked. */
public final class FillCart implements OwnTransaction {
  @Override
  public String name() {
    return "fillCart";
  }

  @Override
  public int requests() {
    return 2;
  }

  @Override
  public ChainBuilder chain(OwnContext context) {
    return exec(
        context.request(
            http("put")
                .post("/api/cart/products")
                .body(
                    StringBody(
                        session ->
                            "{\"productId\":" + context.random(session).nextInt(1, 9) + "}"))),
        context.afterPause(
            context.request(
                http("look").get("/api/cart").check(jsonPath("$.changes").ofInt().saveAs("seen")),
                session -> session.getInt("seen") == 1 ? null : "the cart is not mine")));
  }
}
