package dev.scalelab.load.own;

import static io.gatling.javaapi.http.HttpDsl.http;

import dev.scalelab.load.api.OwnContext;
import dev.scalelab.load.api.OwnTransaction;
import io.gatling.javaapi.core.ChainBuilder;

/** A user's transaction that prints 200 KB each time. */
public final class Chatterer implements OwnTransaction {
  @Override
  public String name() {
    return "chatterer";
  }

  @Override
  public int requests() {
    return 1;
  }

  @Override
  public ChainBuilder chain(OwnContext context) {
    return context.request(
        http("chatter")
            .get(
                session -> {
                  System.out.println("what a user's class prints ".repeat(8_000));
                  return "/api/ecperf/orders/1";
                }));
  }
}
