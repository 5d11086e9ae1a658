package dev.scalelab.load.own;

import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.tryMax;
import static io.gatling.javaapi.http.HttpDsl.http;

import dev.scalelab.load.api.OwnContext;
import dev.scalelab.load.api.OwnTransaction;
import io.gatling.javaapi.core.ChainBuilder;

/** A user's transaction that would retry a failed request. */
public final class Stubborn implements OwnTransaction {
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
    return exec(
        tryMax(3)
            .on(
                context.request(
                    http("glance").get("/api/ecperf/orders/1"), session -> "not what I want")));
  }
}
