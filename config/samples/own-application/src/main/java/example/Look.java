package example;

import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import dev.scalelab.load.api.OwnContext;
import dev.scalelab.load.api.OwnTransaction;
import io.gatling.javaapi.core.ChainBuilder;

/** Looks at one item. */
public final class Look implements OwnTransaction {
  @Override
  public String name() {
    return "look";
  }

  @Override
  public int requests() {
    return 1;
  }

  @Override
  public ChainBuilder chain(OwnContext context) {
    return context.request(
        http("look")
            .get(session -> "/items/" + context.random(session).nextInt(1000))
            .check(status().is(200)));
  }
}
