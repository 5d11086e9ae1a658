package dev.scalelab.load.scenario;

import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.pause;

import dev.scalelab.load.engine.Step;
import dev.scalelab.load.profile.ThinkTime;
import dev.scalelab.load.profile.Thoughtful;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import java.time.Duration;

/** Pauses before requests, which are no part of a transaction's time. */
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
                Step.exec(Thinking::begin),
                pause(session -> Duration.ofMillis(nextPauseMillis(session))),
                Step.exec(Thinking::end),
                request)));
  }

  private static int nextPauseMillis(Session session) {
    return Transaction.of(session).data(Thoughtful.class).nextPauseMillis();
  }

  private static Session begin(Session session) {
    Transaction.of(session).beginPause();
    return session;
  }

  private static Session end(Session session) {
    Transaction.of(session).endPause();
    return session;
  }
}
