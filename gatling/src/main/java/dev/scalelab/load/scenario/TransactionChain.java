package dev.scalelab.load.scenario;

import static io.gatling.javaapi.core.CoreDsl.doIf;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.stopLoadGeneratorIf;
import static io.gatling.javaapi.http.HttpDsl.header;

import dev.scalelab.load.engine.RequestOutcome;
import dev.scalelab.load.profile.TransactionMix;
import dev.scalelab.load.profile.TransactionType;
import dev.scalelab.load.profile.Workload;
import dev.scalelab.load.record.RunRecorder;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.util.function.Function;

/** One transaction of the type that is the user's turn, recorded throughout. */
final class TransactionChain {
  private static final String SERVER_HEADER = "X-ScaleLab-Pod";
  private static final String SERVER = "server";

  private final RunRecorder recorder;
  private final TransactionMix mix;
  private final Workload workload;
  private final Script script;
  private final int maxTransactions;

  TransactionChain(LoadRun run) {
    this.recorder = run.recorder();
    this.mix = run.settings().transactionMix();
    this.workload = run.settings().workload();
    this.script =
        switch (workload) {
          case ECPERF -> new OrderScript(run.settings());
          case BOOKSTORE -> new BookstoreScript(run.settings());
          case CART -> new CartScript(run.settings());
        };
    this.maxTransactions = run.settings().share().ofLimit(run.settings().maxTransactions());
  }

  ChainBuilder chain() {
    ChainBuilder chain =
        exec(this::begin)
            .exec(doIf(Transaction::isUnderWay).then(exec(transaction(), exec(this::finish))));
    return maxTransactions == 0
        ? chain
        : chain.exec(
            stopLoadGeneratorIf(
                maxTransactions + " transactions have completed",
                session -> recorder.completed() >= maxTransactions));
  }

  private ChainBuilder transaction() {
    return exec(
        workload.transactions().stream()
            .map(
                type ->
                    doIf(session -> Transaction.of(session).type() == type)
                        .then(script.requests(type, this::recorded)))
            .toList());
  }

  /** The request, unless one before it has failed. */
  private ChainBuilder recorded(HttpRequestActionBuilder request, Function<Session, String> flaw) {
    // Gatling's own exit on failure would also skip the step that records the failure.
    return doIf(session -> !session.isFailed())
        .then(
            exec(TransactionChain::beforeRequest)
                .exec(request.check(header(SERVER_HEADER).withDefault("").saveAs(SERVER)))
                .exec(session -> afterRequest(session, flaw)));
  }

  private Session begin(Session session) {
    Turn turn = Turn.of(session);
    TransactionType type = mix.typeOf(turn.number());
    long startNanos = recorder.start(type, turn.dueNanos());
    if (startNanos == RunRecorder.SHED) {
      return session;
    }
    return new Transaction(type, script.data(turn.number()), startNanos).into(session);
  }

  private static Session beforeRequest(Session session) {
    Transaction.of(session).beforeRequest();
    return session;
  }

  private Session afterRequest(Session session, Function<Session, String> flaw) {
    RequestOutcome outcome = RequestOutcome.takeLast();
    Transaction transaction = Transaction.of(session);
    String failure = outcome.ok() ? flaw.apply(session) : outcome.failure();
    String server = outcome.answered() ? session.getString(SERVER) : null;
    boolean named = server != null && !server.isEmpty();
    recorder.requestEnded(transaction.type(), failure == null, named ? server : null);
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
        transaction.startNanosWithoutPauses(),
        unexplained ? "error in the load generator" : transaction.failure());
    return session;
  }
}
