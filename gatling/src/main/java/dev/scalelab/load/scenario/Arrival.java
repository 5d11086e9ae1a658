package dev.scalelab.load.scenario;

import static io.gatling.javaapi.core.CoreDsl.exec;

import dev.scalelab.load.profile.ArrivalSchedule;
import dev.scalelab.load.profile.Share;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import java.util.concurrent.TimeUnit;

/** What a user of an open model does: comes when it is due, does one transaction, and leaves. */
final class Arrival {
  private final ArrivalSchedule arrivals;
  private final Share share;
  private final TransactionChain transaction;

  Arrival(LoadRun run) {
    this.arrivals = run.settings().arrivals();
    this.share = run.settings().share();
    this.transaction = new TransactionChain(run);
  }

  ChainBuilder chain() {
    return exec(this::takeTurn).exec(transaction.chain());
  }

  private Session takeTurn(Session session) {
    long user = share.nth(session.userId() - 1); // Gatling numbers its users from 1.
    return new Turn(user, TimeUnit.MILLISECONDS.toNanos(arrivals.dueMillis(user))).into(session);
  }
}
