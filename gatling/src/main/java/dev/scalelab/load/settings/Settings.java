package dev.scalelab.load.settings;

import dev.scalelab.load.profile.ClientKinds;
import dev.scalelab.load.profile.Clients;
import dev.scalelab.load.profile.ConfigurationMix;
import dev.scalelab.load.profile.OrderSizes;
import dev.scalelab.load.profile.ProductionLine;
import dev.scalelab.load.profile.Quota;
import dev.scalelab.load.profile.Timeline;
import dev.scalelab.load.profile.TransactionMix;
import java.time.Duration;

/** The valid settings of a run. The meaning, unit and limits of each are in {@link Setting}. */
public record Settings(
    RunSettings run,
    HttpSettings http,
    LoadSettings load,
    WorkloadSettings workload,
    UserSettings users,
    GeneratorSettings generators) {

  /** The start and end of each step and measured window. */
  public Timeline timeline() {
    return new Timeline(
        load.steps(), load.stepSeconds(), load.warmUpSeconds(), run.mode() == Mode.MEASURE);
  }

  /** The number of transactions that each user must complete in each measured window. */
  public Quota quota() {
    return new Quota(users.transactionsPerUser(), timeline());
  }

  /** Which users of a closed model are production lines. */
  public Clients clients() {
    return load.isClosed() ? Clients.of(workload.mix()) : Clients.ALIKE;
  }

  /** The kind of client of each user. */
  public ClientKinds clientKinds() {
    return new ClientKinds(users.clientShares(), workload.seed());
  }

  /** The transactions of the users who are not production lines. */
  public TransactionMix transactionMix() {
    return new TransactionMix(clients().mixOfTheOthers(workload.mix()), sequenceSeed());
  }

  /** The transactions of the users who are production lines. */
  public TransactionMix mixOfLines() {
    return new TransactionMix(clients().mixOfTheLines(workload.mix()), sequenceSeed());
  }

  /** Which new orders of that mix are large. */
  public OrderSizes orderSizes() {
    return new OrderSizes(workload.sizes().largeOrders(), transactionMix(), sequenceSeed());
  }

  /** The configurations of cells to call. */
  public ConfigurationMix configurationMix() {
    return new ConfigurationMix(workload.cellsMix(), sequenceSeed());
  }

  /**
   * Several generators share one sequence of arrivals, each uses its part. In a closed model each
   * has a separate sequence with another seed: otherwise the parts cut off at the run's end would
   * be the same for all, and add up.
   */
  private long sequenceSeed() {
    return load.isClosed() ? workload.seed() + generators.share().number() : workload.seed();
  }

  /**
   * Maximum number of in-flight transactions of this generator: each user of a closed model has at
   * most one.
   */
  public int maxInFlight() {
    return load.isClosed() ? Integer.MAX_VALUE : generators.share().ofLimit(load.maxInFlight());
  }

  /**
   * The maximum duration of a transaction: each of its requests is answered just in time, after the
   * longest pause.
   */
  public Duration longestTransaction() {
    int maxRequests =
        workload.mix().keySet().stream().mapToInt(workload.sizes()::requestsOf).max().orElse(1);
    int pauseMillis =
        Clients.haveLines(workload.mix())
            ? ProductionLine.AT_A_STATION.maxMillis()
            : clientKinds().longestThinkMillis();
    return http.requestTimeout().plusMillis(pauseMillis).multipliedBy(maxRequests);
  }
}
