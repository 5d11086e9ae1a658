package example;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.jsonPath;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import dev.scalelab.load.api.OwnContext;
import dev.scalelab.load.api.OwnTransaction;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;

/** Looks at one item and, after a pause, orders it at the price that it has seen. */
public final class Buy implements OwnTransaction {
  @Override
  public String name() {
    return "buy";
  }

  @Override
  public int requests() {
    return 2;
  }

  @Override
  public ChainBuilder chain(OwnContext context) {
    return exec(
        context.request(look(context)),
        context.afterPause(context.request(order(), Buy::anotherPrice)));
  }

  private static HttpRequestActionBuilder look(OwnContext context) {
    return http("look")
        .get(session -> "/items/" + context.random(session).nextInt(1000))
        .check(status().is(200))
        .check(jsonPath("$.item").saveAs("item"))
        .check(jsonPath("$.price").saveAs("price"));
  }

  private static HttpRequestActionBuilder order() {
    return http("order")
        .post("/orders")
        .body(StringBody(session -> session.getString("item") + " " + session.getString("price")))
        .check(status().is(201))
        .check(jsonPath("$.price").saveAs("paid"));
  }

  /** A failure that the status does not show: this text is the reason under which it is counted. */
  private static String anotherPrice(Session session) {
    return session.getString("paid").equals(session.getString("price")) ? null : "another price";
  }
}
