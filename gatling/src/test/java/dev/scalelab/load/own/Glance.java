package dev.scalelab.load.own;

import static io.gatling.javaapi.http.HttpDsl.http;

import dev.scalelab.load.api.OwnContext;
import dev.scalelab.load.api.OwnTransaction;
import io.gatling.javaapi.core.ChainBuilder;

/** A user's transaction of one request, to a different path for each transaction. */
public final class Glance implements OwnTransaction {
  @Override
  public String name() {
    return "glance";
  }

  @Override
  public int requests() {
    return 1;
  }

  @Override
  public ChainBuilder chain(OwnContext context) {
    return context.request(
        http("glance").get(session -> "/api/ecperf/orders/" + context.number(session)));
  }
}
