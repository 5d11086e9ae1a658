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
 * Pauses before requests. What the user means to pause is no part of a transaction's time; what the
 * generator makes of it beyond that is, as any other lateness.
 */
final class Thinking {
  private final ThinkTime thinkTime;

  Thinking(ThinkTime thinkTime) {
    this.thinkTime = thinkTime;
  }

  /** The request after the user's next pause; neither, when a request before has failed. */
  ChainBuilder before(ChainBuilder request) {
    if (thinkTime.equals(ThinkTime.NONE)) {
      return request;
    }
    return exec(
        Step.doIf(
            session -> !session.isFailed(),
            exec(
                // Gatling asks for the length when the pause begins, and once.
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
