package dev.scalelab.load.api;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.util.SplittableRandom;
import java.util.function.Function;

/** What the load generator does for a transaction of your own. */
public interface OwnContext {

  /**
   * A request that is counted, and not sent when one before it has failed. It succeeds when its
   * checks do; where it has none of the status, with 2xx and 304.
   *
   * @param request to a path of the application, as {@code http("look").get("/items/1")}
   */
  default ChainBuilder request(HttpRequestActionBuilder request) {
    return request(request, session -> null);
  }

  /**
   * As above, of an answer that may be wrong although its checks succeeded.
   *
   * @param flaw what is wrong with it, in few words that are the same each time; null when nothing
   *     is
   */
  ChainBuilder request(HttpRequestActionBuilder request, Function<Session, String> flaw);

  /**
   * A request after the user's next pause, as long as the experiment's think time says. The pause
   * is no part of the transaction's time. A transaction pauses at most once before each request but
   * its first.
   */
  ChainBuilder afterPause(ChainBuilder request);

  /** Number of the user's transaction in the run, from 0: no two have the same. */
  long number(Session session);

  /** Random numbers that follow from the run's seed and the transaction's number alone. */
  SplittableRandom random(Session session);
}
