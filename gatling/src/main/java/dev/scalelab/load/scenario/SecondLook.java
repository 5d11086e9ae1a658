package dev.scalelab.load.scenario;

import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.pause;

import dev.scalelab.load.engine.RequestOutcome;
import dev.scalelab.load.engine.Step;
import dev.scalelab.load.profile.Acknowledged;
import dev.scalelab.load.profile.StateOutcome;
import dev.scalelab.load.record.RunRecorder;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.time.Duration;

/**
 * The end of a session with state: counts what became of the state. If its last request left that
 * open, the user looks once more, as a person would who reloads the page.
 */
final class SecondLook {
  /** A balancer needs about as long to notice that a server is gone. */
  static final Duration PAUSE = Duration.ofSeconds(1);

  private final RunRecorder recorder;

  SecondLook(RunRecorder recorder) {
    this.recorder = recorder;
  }

  /**
   * The chain of each user whose transaction has finished.
   *
   * @param request shows the session's state
   * @param wanted whether users look at all
   */
  ChainBuilder chain(HttpRequestActionBuilder request, boolean wanted) {
    ChainBuilder look =
        exec(pause(PAUSE), exec(ServerName.takenFrom(request)), Step.exec(this::looked));
    return exec(
        Step.doIf(session -> wanted && isOpen(session), look), Step.exec(this::sessionEnded));
  }

  private static boolean isOpen(Session session) {
    Acknowledged state = Transaction.of(session).state();
    return state != null && state.isOpen();
  }

  private Session looked(Session session) {
    RequestOutcome outcome = RequestOutcome.takeLast();
    Transaction transaction = Transaction.of(session);
    transaction.state().looked(transaction.seenState(), transaction.server());
    recorder.requestEnded(
        transaction.type(), outcome.kind(), outcome.answered() ? transaction.server() : null);
    transaction.requestEnded();
    return session.markAsFailed();
  }

  private Session sessionEnded(Session session) {
    Acknowledged state = Transaction.of(session).state();
    StateOutcome outcome = state == null ? null : state.outcome();
    if (outcome != null) {
      recorder.sessionEnded(outcome, state.hasMoved());
    }
    return session;
  }
}
