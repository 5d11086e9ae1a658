package dev.scalelab.load.scenario;

import dev.scalelab.load.profile.TransactionKind;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.util.Optional;
import java.util.function.Function;

/** The requests of the users of a workload. */
interface Script {

  /** The data of the transaction of that turn; {@link Transaction#data} returns it. */
  Object data(Turn turn);

  /** The requests of a transaction, each of them {@code recorded}. */
  ChainBuilder requests(TransactionKind kind, Recorded recorded);

  /**
   * A request that shows the state of a user's session, to find out what became of it after a
   * failure; empty if sessions have none.
   */
  default Optional<HttpRequestActionBuilder> stateRequest() {
    return Optional.empty();
  }

  /** Whether a transaction has made a large order, which is counted apart. */
  default boolean isLarge(Transaction transaction) {
    return false;
  }

  /** Makes a request counted, and not sent if an earlier one has failed. */
  interface Recorded {

    /**
     * @param flaw returns what is wrong with a response that had the expected status; null if
     *     nothing is wrong
     */
    ChainBuilder of(HttpRequestActionBuilder request, Function<Session, String> flaw);

    /** A request that is successful if its status is as expected. */
    default ChainBuilder of(HttpRequestActionBuilder request) {
      return of(request, session -> null);
    }
  }
}
