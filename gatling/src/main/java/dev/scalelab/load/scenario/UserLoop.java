package dev.scalelab.load.scenario;

import static io.gatling.javaapi.core.CoreDsl.asLongAs;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.http.HttpDsl.flushCookieJar;

import dev.scalelab.load.profile.Clients;
import dev.scalelab.load.profile.Pacing;
import dev.scalelab.load.profile.Share;
import dev.scalelab.load.profile.ThinkTime;
import dev.scalelab.load.profile.TransactionMix;
import dev.scalelab.load.profile.TransactionType;
import dev.scalelab.load.profile.UserSchedule;
import dev.scalelab.load.profile.UserSchedule.Stay;
import dev.scalelab.load.profile.Visitor;
import dev.scalelab.load.record.RunClock;
import dev.scalelab.load.settings.Settings;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** What a user of a closed model does: comes, does transaction after transaction, and leaves. */
final class UserLoop {
  private static final String VISITOR = "visitor";
  private static final String PRODUCTION_LINE = "productionLine";

  private final RunClock clock;
  private final UserSchedule schedule;
  private final List<Integer> users;
  private final Share share;
  private final Clients clients;
  private final TransactionMix mix;
  private final ThinkTime thinkTime;
  private final Pacing pacing;
  private final long seed;
  private final TransactionChain transaction;
  private final AtomicInteger places = new AtomicInteger();
  private final AtomicLong turns = new AtomicLong();
  private final AtomicLong workOrders = new AtomicLong();

  UserLoop(LoadRun run) {
    this.clock = run.clock();
    Settings settings = run.settings();
    this.schedule = settings.stays();
    this.share = settings.share();
    this.users = schedule.staysOf(share);
    this.clients = settings.clients();
    this.mix = settings.transactionMix();
    this.thinkTime = settings.thinkTime();
    this.pacing = settings.pacing();
    this.seed = settings.seed();
    this.transaction = TransactionChain.ofUsers(run);
  }

  /** Users to be started at the run's start; each waits for its time. */
  int users() {
    return users.size();
  }

  ChainBuilder chain() {
    return exec(this::come)
        .exec(
            asLongAs(session -> visitor(session).stays())
                .on(
                    pause(this::untilDue),
                    transaction.chain(this::nextTurn),
                    // The next transaction is a session of its own.
                    exec(flushCookieJar()),
                    exec(this::end)));
  }

  private Session come(Session session) {
    int user = users.get(places.getAndIncrement());
    Stay stay = schedule.allStays().get(user);
    return session
        .set(VISITOR, new Visitor(stay, thinkTime, pacing, seed, user))
        .set(PRODUCTION_LINE, clients.isProductionLine(schedule.placeOf(user)));
  }

  private Duration untilDue(Session session) {
    return Duration.ofNanos(Math.max(0, visitor(session).dueNanos() - clock.elapsedNanos()));
  }

  private Turn nextTurn(Session session) {
    long dueNanos = visitor(session).dueNanos();
    if (session.getBoolean(PRODUCTION_LINE)) {
      // Numbers of their own, so that the order clients' mix has no gaps.
      long number = share.nth(workOrders.getAndIncrement());
      return new Turn(number, TransactionType.WORK_ORDER, dueNanos);
    }
    long number = share.nth(turns.getAndIncrement());
    return new Turn(number, mix.typeOf(number), dueNanos);
  }

  private Session end(Session session) {
    visitor(session).ended(clock.elapsedNanos(), session.isFailed());
    return Transaction.leave(session).markAsSucceeded();
  }

  private static Visitor visitor(Session session) {
    return session.get(VISITOR);
  }
}
