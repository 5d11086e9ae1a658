package dev.scalelab.load.scenario;

import static io.gatling.javaapi.core.CoreDsl.exec;

import dev.scalelab.load.profile.ArrivalSchedule;
import dev.scalelab.load.profile.Share;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** What a user of an open model does: comes when it is due, does one transaction, and leaves. */
final class Arrival {
  private final ArrivalSchedule arrivals;
  private final Share share;
  private final TransactionChain transaction;

  // Gatling numbers all users of a run, of whatever schedule.
  private final AtomicLong users = new AtomicLong();

  Arrival(ArrivalSchedule arrivals, Share share, TransactionChain transaction) {
    this.arrivals = arrivals;
    this.share = share;
    this.transaction = transaction;
  }

  ChainBuilder chain() {
    return exec(this::takeTurn).exec(transaction.chain());
  }

  private Session takeTurn(Session session) {
    long user = share.nth(users.getAndIncrement());
    return new Turn(user, TimeUnit.MILLISECONDS.toNanos(arrivals.dueMillis(user))).into(session);
  }
}
