package dev.scalelab.load.scenario;

import static io.gatling.javaapi.core.CoreDsl.scenario;

import dev.scalelab.load.engine.Step;
import dev.scalelab.load.profile.ArrivalSchedule;
import dev.scalelab.load.profile.Share;
import dev.scalelab.load.profile.TransactionKind;
import io.gatling.javaapi.core.OpenInjectionStep;
import io.gatling.javaapi.core.PopulationBuilder;
import io.gatling.javaapi.core.ScenarioBuilder;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;

/** What a user of an open model does: comes when it is due, does one transaction, and leaves. */
final class Arrival {
  private final ArrivalSchedule arrivals;
  private final Share share;
  private final LongFunction<TransactionKind> kinds;
  private final TransactionChain transaction;

  // Gatling numbers all users of a run, of whatever schedule.
  private final AtomicLong users = new AtomicLong();

  /**
   * @param arrivals the whole schedule
   * @param share what of it is this generator's
   * @param kinds what each of all users does
   */
  Arrival(
      ArrivalSchedule arrivals,
      Share share,
      LongFunction<TransactionKind> kinds,
      TransactionChain transaction) {
    this.arrivals = arrivals;
    this.share = share;
    this.kinds = kinds;
    this.transaction = transaction;
  }

  /**
   * The users of a scenario.
   *
   * @param steps Gatling's form of the whole schedule
   */
  PopulationBuilder inject(String name, List<OpenInjectionStep> steps) {
    ScenarioBuilder scenario =
        scenario(name).exec(transaction.chain(session -> nextTurn()), Step.leaveInGroups());
    return share.isWhole()
        ? scenario.injectOpen(steps)
        : new SharedArrivals(arrivals, share).inject(scenario);
  }

  private Turn nextTurn() {
    long user = share.nth(users.getAndIncrement());
    long dueNanos = TimeUnit.MILLISECONDS.toNanos(arrivals.dueMillis(user));
    return new Turn(user, user, kinds.apply(user), dueNanos);
  }
}
