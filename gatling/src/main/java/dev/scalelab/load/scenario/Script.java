package dev.scalelab.load.scenario;

import dev.scalelab.load.profile.TransactionKind;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.util.function.Function;

/** What the users of a workload send. */
interface Script {

  /** What the transaction of that turn works with; {@link Transaction#data} gives it back. */
  Object data(Turn turn);

  /** The requests of a transaction, each of them {@code recorded}. */
  ChainBuilder requests(TransactionKind kind, Recorded recorded);

  /** Makes a request one that is counted, and not sent when one before it has failed. */
  interface Recorded {

    /**
     * @param flaw what is wrong with a response that had the status expected; null when nothing is
     */
    ChainBuilder of(HttpRequestActionBuilder request, Function<Session, String> flaw);

    /** A request of whose response the status says all. */
    default ChainBuilder of(HttpRequestActionBuilder request) {
      return of(request, session -> null);
    }
  }
}
