package dev.scalelab.load.own;

import static io.gatling.javaapi.http.HttpDsl.http;

import dev.scalelab.load.api.OwnContext;
import dev.scalelab.load.api.OwnTransaction;
import io.gatling.javaapi.core.ChainBuilder;

/** A user's transaction that has the name of another, and declares more requests than it makes. */
public final class Boaster implements OwnTransaction {
  @Override
  public String name() {
    return "glance";
  }

  @Override
  public int requests() {
    return 7;
  }

  @Override
  public ChainBuilder chain(OwnContext context) {
    return context.request(http("glance").get("/api/ecperf/orders/1"));
  }
}
