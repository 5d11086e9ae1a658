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

/** A user of an open model: starts at its scheduled time, does one transaction, and ends. */
final class Arrival {
  private final ArrivalSchedule arrivals;
  private final Share share;
  private final LongFunction<TransactionKind> kinds;
  private final TransactionChain transaction;

  // Gatling numbers all users of a run, across all schedules.
  private final AtomicLong users = new AtomicLong();

  /**
   * @param arrivals the whole schedule
   * @param share this generator's part
   * @param kinds the transaction of each user
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
   * @param steps the whole schedule in Gatling's form
   */
  PopulationBuilder inject(String name, List<OpenInjectionStep> steps) {
    ScenarioBuilder scenario =
        scenario(name).exec(transaction.chain(session -> nextTurn()), Step.leaveInGroups());
    return share.isWhole() && arrivals.isEven()
        ? scenario.injectOpen(steps)
        : new SharedArrivals(arrivals, share).inject(scenario);
  }

  private Turn nextTurn() {
    long user = share.nth(users.getAndIncrement());
    long dueNanos = TimeUnit.MILLISECONDS.toNanos(arrivals.dueMillis(user));
    return new Turn(user, user, kinds.apply(user), dueNanos);
  }
}
