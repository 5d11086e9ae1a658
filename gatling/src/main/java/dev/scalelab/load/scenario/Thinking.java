package dev.scalelab.load.scenario;

import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.pause;

import dev.scalelab.load.engine.Step;
import dev.scalelab.load.profile.ThinkTime;
import dev.scalelab.load.profile.Thoughtful;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import java.time.Duration;

/**
 * Pauses before requests. The intended pause is not part of a transaction's time; any longer pause
 * caused by the generator is, like any other lateness.
 */
final class Thinking {
  private final ThinkTime thinkTime;

  Thinking(ThinkTime thinkTime) {
    this.thinkTime = thinkTime;
  }

  /** The request after the user's next pause; both are skipped if an earlier request has failed. */
  ChainBuilder before(ChainBuilder request) {
    if (thinkTime.equals(ThinkTime.NONE)) {
      return request;
    }
    return exec(
        Step.doIf(
            session -> !session.isFailed(),
            exec(
                // Gatling evaluates the length once, when the pause begins.
                pause(Thinking::begin), Step.exec(Thinking::end), request)));
  }

  private static Duration begin(Session session) {
    Transaction transaction = Transaction.of(session);
    int millis = transaction.data(Thoughtful.class).nextPauseMillis();
    transaction.beginPause(millis);
    return Duration.ofMillis(millis);
  }

  private static Session end(Session session) {
    Transaction.of(session).endPause();
    return session;
  }
}
