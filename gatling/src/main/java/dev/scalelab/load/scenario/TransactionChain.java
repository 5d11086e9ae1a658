package dev.scalelab.load.scenario;

import static io.gatling.javaapi.core.CoreDsl.doIf;
import static io.gatling.javaapi.core.CoreDsl.doSwitch;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.onCase;
import static io.gatling.javaapi.core.CoreDsl.repeat;
import static io.gatling.javaapi.core.CoreDsl.stopLoadGeneratorIf;
import static io.gatling.javaapi.http.HttpDsl.header;

import dev.scalelab.load.engine.RequestOutcome;
import dev.scalelab.load.profile.Dataset;
import dev.scalelab.load.profile.TransactionData;
import dev.scalelab.load.profile.TransactionMix;
import dev.scalelab.load.profile.TransactionType;
import dev.scalelab.load.record.RunRecorder;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;

/** What one arriving user does: a transaction of the type that is its turn, recorded throughout. */
final class TransactionChain {
  private static final String SERVER_HEADER = "X-ScaleLab-Pod";
  private static final String SERVER = "server";

  private final RunRecorder recorder;
  private final TransactionMix mix;
  private final Dataset dataset;
  private final int itemsPerOrder;
  private final long seed;
  private final int maxTransactions;

  TransactionChain(LoadRun run) {
    this.recorder = run.recorder();
    this.mix = run.settings().transactionMix();
    this.dataset = run.settings().dataset();
    this.itemsPerOrder = run.settings().itemsPerOrder();
    this.seed = run.settings().seed();
    this.maxTransactions = run.settings().maxTransactions();
  }

  ChainBuilder chain() {
    ChainBuilder chain =
        exec(this::arrive)
            .exec(doIf(Transaction::isUnderWay).then(exec(transaction(), exec(this::finish))));
    return maxTransactions == 0
        ? chain
        : chain.exec(
            stopLoadGeneratorIf(
                maxTransactions + " transactions have completed",
                session -> recorder.completed() >= maxTransactions));
  }

  private ChainBuilder transaction() {
    return doSwitch(session -> Transaction.of(session).type())
        .on(
            onCase(TransactionType.NEW_ORDER)
                .then(
                    repeat(itemsPerOrder).on(recorded(OrderRequests.addCartLine())),
                    recorded(OrderRequests.createOrder())),
            onCase(TransactionType.CHANGE_ORDER).then(recorded(OrderRequests.changeOrder())),
            onCase(TransactionType.ORDER_STATUS).then(recorded(OrderRequests.orderStatus())),
            onCase(TransactionType.CUSTOMER_STATUS).then(recorded(OrderRequests.customerStatus())));
  }

  /** The request, unless one before it has failed. */
  private ChainBuilder recorded(HttpRequestActionBuilder request) {
    // Gatling's own exit on failure would also skip the step that records the failure.
    return doIf(session -> !session.isFailed())
        .then(
            exec(TransactionChain::beforeRequest)
                .exec(request.check(header(SERVER_HEADER).withDefault("").saveAs(SERVER)))
                .exec(this::afterRequest));
  }

  private Session arrive(Session session) {
    long user = session.userId() - 1; // Gatling numbers its users from 1.
    TransactionType type = mix.typeOf(user);
    long startNanos = recorder.start(user, type);
    if (startNanos == RunRecorder.SHED) {
      return session;
    }
    TransactionData data = TransactionData.of(dataset, itemsPerOrder, seed, user);
    return new Transaction(type, data, startNanos).into(session);
  }

  private static Session beforeRequest(Session session) {
    Transaction.of(session).beforeRequest();
    return session;
  }

  private Session afterRequest(Session session) {
    RequestOutcome outcome = RequestOutcome.takeLast();
    Transaction transaction = Transaction.of(session);
    String server = outcome.answered() ? session.getString(SERVER) : null;
    boolean named = server != null && !server.isEmpty();
    recorder.requestEnded(transaction.type(), outcome.ok(), named ? server : null);
    if (!outcome.ok()) {
      transaction.fail(outcome.failure());
    }
    return session;
  }

  private Session finish(Session session) {
    Transaction transaction = Transaction.of(session);
    boolean unexplained = session.isFailed() && transaction.failure() == null;
    recorder.finish(
        transaction.type(),
        transaction.startNanos(),
        unexplained ? "error in the load generator" : transaction.failure());
    return session;
  }
}
