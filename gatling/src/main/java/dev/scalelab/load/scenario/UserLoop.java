package dev.scalelab.load.scenario;

import static io.gatling.javaapi.core.CoreDsl.asLongAs;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.http.HttpDsl.flushCookieJar;

import dev.scalelab.load.profile.ClientKind;
import dev.scalelab.load.profile.ClientKinds;
import dev.scalelab.load.profile.Clients;
import dev.scalelab.load.profile.Pacing;
import dev.scalelab.load.profile.Quota;
import dev.scalelab.load.profile.Share;
import dev.scalelab.load.profile.Timeline;
import dev.scalelab.load.profile.TransactionMix;
import dev.scalelab.load.profile.UserSchedule;
import dev.scalelab.load.profile.UserSchedule.Stay;
import dev.scalelab.load.profile.Visitor;
import dev.scalelab.load.record.RunClock;
import dev.scalelab.load.record.RunRecorder;
import dev.scalelab.load.record.UsersDone;
import dev.scalelab.load.settings.Settings;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A user of a closed model: arrives, does transaction after transaction, and leaves. */
final class UserLoop {
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final String VISITOR = "visitor";
  private static final String PRODUCTION_LINE = "productionLine";
  private static final String KEEP_ALIVE = "keepAlive";
  private static final String CLIENT = "client";

  private final RunClock clock;
  private final RunRecorder recorder;
  private final UserSchedule schedule;
  private final List<Integer> users;
  private final Share share;
  private final Clients clients;
  private final TransactionMix mix;
  private final TransactionMix mixOfLines;
  private final ClientKinds kinds;
  private final Pacing pacing;
  private final Quota quota;
  private final UsersDone done;
  private final long seed;
  private final TransactionChain transaction;
  private final AtomicLong turns = new AtomicLong();
  private final AtomicLong workOrders = new AtomicLong();

  UserLoop(LoadRun run) {
    this.clock = run.clock();
    this.recorder = run.recorder();
    Settings settings = run.settings();
    this.schedule = settings.load().stays();
    this.share = settings.generators().share();
    this.users = schedule.staysOf(share);
    this.clients = settings.clients();
    this.mix = settings.transactionMix();
    this.mixOfLines = settings.mixOfLines();
    this.kinds = settings.clientKinds();
    this.pacing = settings.users().pacing();
    this.quota = settings.quota();
    this.done = run.usersDone();
    this.seed = settings.workload().seed();
    this.transaction = TransactionChain.ofUsers(run);
  }

  /**
   * The users who keep their connections, or those who do not. All are started at the run's start;
   * each waits for its arrival.
   */
  List<Integer> users(boolean keepAlive) {
    return users.stream().filter(user -> kindOf(user).keepAlive() == keepAlive).toList();
  }

  /** The chain of each of these users. */
  ChainBuilder chain(List<Integer> these) {
    AtomicInteger started = new AtomicInteger();
    return exec(session -> come(session, these.get(started.getAndIncrement())))
        .exec(
            asLongAs(session -> visitor(session).stays() && !transaction.enough())
                .on(
                    pause(this::untilDue),
                    transaction.chain(this::nextTurn),
                    // The next transaction uses a new session.
                    exec(flushCookieJar()),
                    exec(this::end)));
  }

  private ClientKind kindOf(int user) {
    return kinds.of(schedule.placeOf(user));
  }

  private Session come(Session session, int user) {
    Stay stay = schedule.allStays().get(user);
    ClientKind kind = kindOf(user);
    return session
        .set(VISITOR, new Visitor(stay, kind.thinkTime(), pacing, quota, seed, user))
        .set(KEEP_ALIVE, kind.keepAlive())
        .set(CLIENT, "" + user)
        .set(PRODUCTION_LINE, clients.isProductionLine(schedule.placeOf(user)));
  }

  /**
   * Rounded up: Gatling waits whole milliseconds, and no user may start before its scheduled time.
   */
  private Duration untilDue(Session session) {
    long nanos = Math.max(0, visitor(session).dueNanos() - clock.elapsedNanos());
    return Duration.ofMillis((nanos + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI);
  }

  private Turn nextTurn(Session session) {
    long dueNanos = visitor(session).dueNanos();
    if (session.getBoolean(PRODUCTION_LINE)) {
      // A separate sequence, so that the order clients' mix has no gaps.
      long place = workOrders.getAndIncrement();
      return new Turn(share.nth(place), place, mixOfLines.typeOf(place), dueNanos);
    }
    // Generators with more or faster users have more turns: each keeps the mix only with a sequence
    // of its own.
    long place = turns.getAndIncrement();
    return new Turn(share.nth(place), place, mix.typeOf(place), dueNanos);
  }

  private Session end(Session session) {
    if (!Transaction.isUnderWay(session)) {
      return session; // none was begun
    }
    long startNanos = Transaction.of(session).startNanos();
    long endNanos = clock.elapsedNanos();
    int window = visitor(session).ended(startNanos, endNanos, session.isFailed());
    if (window != Timeline.NONE) {
      done.one(window, () -> recorder.end(window));
    }
    return Transaction.leave(session).markAsSucceeded();
  }

  /**
   * The name of the session's user, the same in all of its transactions; an arrival has only one.
   */
  static String clientOf(Session session) {
    return session.contains(CLIENT) ? session.getString(CLIENT) : "arrival" + session.userId();
  }

  /** Whether the user of the session keeps its connections. */
  static boolean keepsAlive(Session session) {
    return session.getBoolean(KEEP_ALIVE);
  }

  private static Visitor visitor(Session session) {
    return session.get(VISITOR);
  }
}
