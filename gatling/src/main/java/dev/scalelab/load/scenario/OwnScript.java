package dev.scalelab.load.scenario;

import static io.gatling.javaapi.core.CoreDsl.exec;

import dev.scalelab.load.api.OwnContext;
import dev.scalelab.load.own.OwnTransactions;
import dev.scalelab.load.profile.OwnKind;
import dev.scalelab.load.profile.OwnVisit;
import dev.scalelab.load.profile.ThinkTime;
import dev.scalelab.load.profile.TransactionKind;
import dev.scalelab.load.settings.Settings;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.util.SplittableRandom;
import java.util.function.Function;

/** Transactions of the user's own: the workload custom. */
final class OwnScript implements Script {
  private final ThinkTime thinkTime;
  private final long seed;
  private final OwnTransactions transactions;

  OwnScript(Settings settings, OwnTransactions transactions) {
    this.thinkTime = settings.users().thinkTime();
    this.seed = settings.workload().seed();
    this.transactions = transactions;
  }

  @Override
  public Object data(Turn turn) {
    return new OwnVisit(thinkTime, seed, turn.number());
  }

  @Override
  public ChainBuilder requests(TransactionKind kind, Recorded recorded) {
    Context context = new Context(recorded, new Thinking(thinkTime));
    return exec(transactions.named(kind.label()).chain(context))
        .exec(session -> settled(session, (OwnKind) kind));
  }

  /**
   * Fails a transaction with another number of requests than declared, which would distort figures
   * computed with it.
   */
  private static Session settled(Session session, OwnKind kind) {
    String flaw = session.isFailed() ? null : visit(session).flaw(kind);
    if (flaw == null) {
      return session;
    }
    Transaction.of(session).fail(flaw);
    return session.markAsFailed();
  }

  private static OwnVisit visit(Session session) {
    return Transaction.of(session).data(OwnVisit.class);
  }

  private record Context(Recorded recorded, Thinking thinking) implements OwnContext {
    @Override
    public ChainBuilder request(HttpRequestActionBuilder request, Function<Session, String> flaw) {
      return recorded.of(
          request,
          session -> {
            visit(session).answered();
            return flaw.apply(session);
          });
    }

    @Override
    public ChainBuilder afterPause(ChainBuilder request) {
      return thinking.before(request);
    }

    @Override
    public long number(Session session) {
      return visit(session).number();
    }

    @Override
    public SplittableRandom random(Session session) {
      return visit(session).random();
    }
  }
}
