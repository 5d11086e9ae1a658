package dev.scalelab.load.settings;

import dev.scalelab.load.profile.ClientKinds;
import dev.scalelab.load.profile.Clients;
import dev.scalelab.load.profile.ConfigurationMix;
import dev.scalelab.load.profile.OrderSizes;
import dev.scalelab.load.profile.ProductionLine;
import dev.scalelab.load.profile.Quota;
import dev.scalelab.load.profile.Timeline;
import dev.scalelab.load.profile.TransactionMix;
import dev.scalelab.load.profile.TransactionType;
import java.time.Duration;

/** The valid settings of a run. What each means, its unit and its limits are in {@link Setting}. */
public record Settings(
    RunSettings run,
    HttpSettings http,
    LoadSettings load,
    WorkloadSettings workload,
    UserSettings users,
    GeneratorSettings generators) {

  /** When each step and measured window begins and ends. */
  public Timeline timeline() {
    return new Timeline(
        load.steps(), load.stepSeconds(), load.warmUpSeconds(), run.mode() == Mode.MEASURE);
  }

  /** How many transactions each user has to do in each measured window. */
  public Quota quota() {
    return new Quota(users.transactionsPerUser(), timeline());
  }

  /** Which users of a closed model are production lines. */
  public Clients clients() {
    return load.isClosed() ? Clients.of(workload.mix()) : Clients.ALIKE;
  }

  /** Which kind of client each user is. */
  public ClientKinds clientKinds() {
    return new ClientKinds(users.clientShares(), workload.seed());
  }

  /** Which transaction each user does who is no production line. */
  public TransactionMix transactionMix() {
    return new TransactionMix(clients().mixOfTheOthers(workload.mix()), sequenceSeed());
  }

  /** Which new orders of that mix are large. */
  public OrderSizes orderSizes() {
    return new OrderSizes(workload.sizes().largeOrders(), transactionMix(), sequenceSeed());
  }

  /** Which configurations of cells are called. */
  public ConfigurationMix configurationMix() {
    return new ConfigurationMix(workload.cellsMix(), sequenceSeed());
  }

  /**
   * Several generators go through one sequence of arrivals, each to its own. Where users stay each
   * has a sequence of its own, and another one: what the run's end cuts off would else add up.
   */
  private long sequenceSeed() {
    return load.isClosed() ? workload.seed() + generators.share().number() : workload.seed();
  }

  /**
   * Transactions that this generator may have open at a time: users of a closed model never open
   * more than one.
   */
  public int maxInFlight() {
    return load.isClosed() ? Integer.MAX_VALUE : generators.share().ofLimit(load.maxInFlight());
  }

  /**
   * The longest that a transaction can take: each of its requests answered just in time, after the
   * longest pause.
   */
  public Duration longestTransaction() {
    int maxRequests =
        workload.mix().keySet().stream().mapToInt(workload.sizes()::requestsOf).max().orElse(1);
    int pauseMillis =
        workload.mix().containsKey(TransactionType.WORK_ORDER)
            ? ProductionLine.AT_A_STATION.maxMillis()
            : clientKinds().longestThinkMillis();
    return http.requestTimeout().plusMillis(pauseMillis).multipliedBy(maxRequests);
  }
}
