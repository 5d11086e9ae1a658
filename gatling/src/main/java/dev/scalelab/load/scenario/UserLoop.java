package dev.scalelab.load.scenario;

import static io.gatling.javaapi.core.CoreDsl.asLongAs;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.http.HttpDsl.flushCookieJar;

import dev.scalelab.load.profile.Share;
import dev.scalelab.load.profile.ThinkTime;
import dev.scalelab.load.profile.UserSchedule;
import dev.scalelab.load.profile.UserSchedule.Stay;
import dev.scalelab.load.profile.Visitor;
import dev.scalelab.load.record.RunClock;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** What a user of a closed model does: comes, does transaction after transaction, and leaves. */
final class UserLoop {
  private static final String VISITOR = "visitor";

  private final RunClock clock;
  private final List<Stay> stays;
  private final List<Integer> users;
  private final Share share;
  private final ThinkTime thinkTime;
  private final long seed;
  private final TransactionChain transaction;
  private final AtomicInteger places = new AtomicInteger();
  private final AtomicLong turns = new AtomicLong();

  UserLoop(LoadRun run) {
    this.clock = run.clock();
    UserSchedule schedule = run.settings().stays();
    this.share = run.settings().share();
    this.stays = schedule.allStays();
    this.users = schedule.staysOf(share);
    this.thinkTime = run.settings().thinkTime();
    this.seed = run.settings().seed();
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
                    exec(this::takeTurn),
                    transaction.chain(),
                    // The next transaction is a session of its own.
                    exec(flushCookieJar()),
                    exec(this::end)));
  }

  private Session come(Session session) {
    int user = users.get(places.getAndIncrement());
    return session.set(VISITOR, new Visitor(stays.get(user), thinkTime, seed, user));
  }

  private Duration untilDue(Session session) {
    return Duration.ofNanos(Math.max(0, visitor(session).dueNanos() - clock.elapsedNanos()));
  }

  private Session takeTurn(Session session) {
    return new Turn(share.nth(turns.getAndIncrement()), visitor(session).dueNanos()).into(session);
  }

  private Session end(Session session) {
    visitor(session).ended(clock.elapsedNanos(), session.isFailed());
    return Transaction.leave(session).markAsSucceeded();
  }

  private static Visitor visitor(Session session) {
    return session.get(VISITOR);
  }
}
