package dev.scalelab.load.scenario;

import static io.gatling.javaapi.core.CoreDsl.doSwitch;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.onCase;
import static io.gatling.javaapi.core.CoreDsl.stopLoadGeneratorIf;

import dev.scalelab.load.engine.RequestOutcome;
import dev.scalelab.load.engine.Step;
import dev.scalelab.load.own.OwnTransactions;
import dev.scalelab.load.profile.FailureKind;
import dev.scalelab.load.profile.TransactionKind;
import dev.scalelab.load.record.RunRecorder;
import dev.scalelab.load.record.RunStream;
import dev.scalelab.load.record.Unanswered;
import dev.scalelab.load.record.WarmUpGate;
import dev.scalelab.load.settings.Mode;
import dev.scalelab.load.settings.Settings;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.util.List;
import java.util.function.Function;

/** One transaction of the type that is next for the user, with all its recording. */
final class TransactionChain {
  private final RunRecorder recorder;
  private final List<? extends TransactionKind> kinds;
  private final Script script;
  private final int maxTransactions;
  private final WarmUpGate gate;
  private final Unanswered unanswered;
  private final boolean measured;

  private TransactionChain(
      RunRecorder recorder,
      List<? extends TransactionKind> kinds,
      Script script,
      int maxTransactions,
      WarmUpGate gate,
      Unanswered unanswered,
      boolean measured) {
    this.recorder = recorder;
    this.kinds = kinds;
    this.script = script;
    this.maxTransactions = maxTransactions;
    this.gate = gate;
    this.unanswered = unanswered;
    this.measured = measured;
  }

  /** The transactions of a run's users. */
  static TransactionChain ofUsers(LoadRun run) {
    Settings settings = run.settings();
    Script script =
        switch (settings.workload().type()) {
          case ECPERF -> new OrderScript(settings);
          case BOOKSTORE -> new BookstoreScript(settings);
          case CART ->
              settings.workload().sizes().cartAtClient()
                  ? new ClientCartScript(settings)
                  : new CartScript(settings);
          case CELLS -> new CellsScript(settings);
          case PORTAL -> new StatusScript(settings);
          case CUSTOM ->
              new OwnScript(settings, OwnTransactions.of(TransactionChain.class.getClassLoader()));
        };
    return new TransactionChain(
        run.recorder(),
        settings.workload().transactions(),
        script,
        settings.generators().share().ofLimit(settings.run().maxTransactions()),
        run.gate(),
        run.unanswered(),
        settings.run().mode() == Mode.MEASURE);
  }

  /** The transactions of a run's stream. */
  static TransactionChain ofStream(RunStream stream, LoadRun run) {
    return new TransactionChain(
        stream.recorder(),
        List.of(stream.type()),
        new StreamScript(run.settings()),
        0,
        new WarmUpGate(0),
        run.unanswered(),
        run.settings().run().mode() == Mode.MEASURE);
  }

  /**
   * The transaction of a user, if it is admitted.
   *
   * @param turns returns the user's turn
   */
  ChainBuilder chain(Function<Session, Turn> turns) {
    ChainBuilder chain =
        exec(
            Step.exec(session -> begin(session, turns.apply(session))),
            Step.doIf(Transaction::isUnderWay, wholeTransaction()));
    return maxTransactions == 0
        ? chain
        : chain.exec(
            stopLoadGeneratorIf(
                maxTransactions + " transactions have completed",
                session -> enough() && recorder.inFlight() == 0));
  }

  /**
   * Whether a warm-up has completed its transactions, and its servers are warm: no other one
   * begins, and those under way are completed. A server would still process their requests while
   * the dataset is reset.
   */
  boolean enough() {
    return maxTransactions > 0 && recorder.completed() >= maxTransactions && gate.isWarm();
  }

  private ChainBuilder transaction() {
    return kinds.size() == 1
        ? script.requests(kinds.get(0), this::recorded)
        : exec(
            doSwitch(session -> Transaction.of(session).type())
                .on(
                    kinds.stream()
                        .map(kind -> onCase(kind).then(script.requests(kind, this::recorded)))
                        .toList()));
  }

  /** The transaction, and, if sessions have state, what becomes of that. */
  private ChainBuilder wholeTransaction() {
    ChainBuilder recorded = exec(transaction(), Step.exec(this::finish));
    return script
        .stateRequest()
        // After a warm-up a server would still process a look while the dataset is reset.
        .map(look -> recorded.exec(new SecondLook(recorder).chain(look, measured)))
        .orElse(recorded);
  }

  /** The request, unless an earlier one has failed. */
  private ChainBuilder recorded(HttpRequestActionBuilder request, Function<Session, String> flaw) {
    // Gatling's own exit on failure would also skip the step that records the failure.
    return exec(
        Step.doIf(
            // A user's block that retries resets the session's failure, but not this one.
            session -> !session.isFailed() && Transaction.of(session).failure() == null,
            exec(
                ServerName.takenFrom(request), Step.exec(session -> afterRequest(session, flaw)))));
  }

  private Session begin(Session session, Turn turn) {
    if (enough()) {
      return session;
    }
    long startNanos = recorder.start(turn.kind(), turn.dueNanos());
    if (startNanos == RunRecorder.SHED) {
      return session;
    }
    Object data = script.data(turn);
    long number = recorder.writes().begin(turn.kind());
    return new Transaction(turn.kind(), data, number, turn.dueNanos(), startNanos).into(session);
  }

  private Session afterRequest(Session session, Function<Session, String> flaw) {
    RequestOutcome outcome = RequestOutcome.takeLast();
    Transaction transaction = Transaction.of(session);
    String failure = transaction.flawOfState(outcome.ok());
    FailureKind kind = failure == null ? outcome.kind() : FailureKind.WRONG_STATE;
    if (failure == null) {
      failure = outcome.ok() ? flaw.apply(session) : outcome.failure();
      kind = outcome.ok() && failure != null ? FailureKind.WRONG_RESPONSE : kind;
    }
    recorder.requestEnded(
        transaction.type(), kind, outcome.answered() ? transaction.server() : null);
    transaction.requestEnded();
    if (!outcome.answered()) {
      unanswered.one();
    }
    if (failure == null) {
      return session;
    }
    transaction.fail(failure);
    return session.markAsFailed();
  }

  private Session finish(Session session) {
    Transaction transaction = Transaction.of(session);
    boolean unexplained = session.isFailed() && transaction.failure() == null;
    recorder.finish(
        transaction.type(),
        transaction.scheduledNanosWithoutPauses(),
        transaction.sentNanosWithoutPauses(),
        unexplained ? "error in the load generator" : transaction.failure());
    if (!unexplained && transaction.failure() == null) {
      if (script.isLarge(transaction)) {
        recorder.madeLargeOrder();
      }
      recorder.writes().acknowledged(transaction.type(), transaction.number());
    }
    return session;
  }
}
