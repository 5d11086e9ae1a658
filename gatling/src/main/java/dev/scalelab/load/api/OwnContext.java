package dev.scalelab.load.api;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.util.SplittableRandom;
import java.util.function.Function;

/** Functions of the load generator for a transaction of your own. */
public interface OwnContext {

  /**
   * A request that is counted, and not sent if an earlier one has failed. It succeeds if its checks
   * succeed; if it has no check of the status, with 2xx and 304.
   *
   * @param request to a path of the application, for example {@code http("look").get("/items/1")}
   */
  default ChainBuilder request(HttpRequestActionBuilder request) {
    return request(request, session -> null);
  }

  /**
   * Like {@link #request(HttpRequestActionBuilder)}, for a response that may be wrong although its
   * checks succeeded.
   *
   * @param flaw returns what is wrong with it, as a short and constant text; null if nothing is
   *     wrong
   */
  ChainBuilder request(HttpRequestActionBuilder request, Function<Session, String> flaw);

  /**
   * A request after the user's next pause, with the experiment's think time. The pause is not part
   * of the transaction's time. A transaction pauses at most once before each request except the
   * first.
   */
  ChainBuilder afterPause(ChainBuilder request);

  /** Number of the user's transaction in the run, from 0; unique in the run. */
  long number(Session session);

  /** Random numbers that depend only on the run's seed and the transaction's number. */
  SplittableRandom random(Session session);
}
