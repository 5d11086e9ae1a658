package dev.scalelab.load.settings;

import dev.scalelab.load.profile.ArrivalSchedule;
import dev.scalelab.load.profile.ClientKind;
import dev.scalelab.load.profile.ClientKinds;
import dev.scalelab.load.profile.Clients;
import dev.scalelab.load.profile.ConfigurationMix;
import dev.scalelab.load.profile.Dataset;
import dev.scalelab.load.profile.LargeOrders;
import dev.scalelab.load.profile.OrderSizes;
import dev.scalelab.load.profile.OwnKind;
import dev.scalelab.load.profile.Pacing;
import dev.scalelab.load.profile.ProductionLine;
import dev.scalelab.load.profile.Quota;
import dev.scalelab.load.profile.Schedule;
import dev.scalelab.load.profile.Share;
import dev.scalelab.load.profile.ThinkTime;
import dev.scalelab.load.profile.Timeline;
import dev.scalelab.load.profile.TransactionKind;
import dev.scalelab.load.profile.TransactionMix;
import dev.scalelab.load.profile.TransactionType;
import dev.scalelab.load.profile.UserSchedule;
import dev.scalelab.load.profile.Workload;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The valid settings of a run. What each means, its unit and its limits are in {@link Setting}.
 *
 * @param target where the requests go, without a slash at the end
 * @param rates arrivals per second of each step; empty in a closed model
 * @param users users of each step; empty in an open model
 * @param mix share per type, all of the workload's, adding up to {@link TransactionMix#WHOLE}
 * @param maxTransactions completed transactions after which a warm-up ends early; 0 is never
 * @param cellsMix weight per configuration of cells
 * @param clientShares share per kind of client, in an order that is always the same; one kind where
 *     all users are alike
 * @param streamRate arrivals per second of the stream beside the users, of all generators together;
 *     0 is no stream
 * @param share what of all this is this generator's to do
 * @param together where generator 0 is met; null when it is alone
 * @param pacing time from begin to begin of each user's transactions, in a closed model
 * @param transactionsPerUser transactions of each user that end the measured part of a step, in a
 *     closed model; 0 is as many as there is time for
 */
public record Settings(
    URI target,
    List<Double> rates,
    List<Integer> users,
    int stepSeconds,
    int warmUpSeconds,
    int rampSeconds,
    Workload workload,
    Dataset dataset,
    long seed,
    Map<TransactionKind, Integer> mix,
    int itemsPerOrder,
    int productsPerVisit,
    ThinkTime thinkTime,
    Duration requestTimeout,
    int maxInFlight,
    int idleConnectionSeconds,
    String run,
    Mode mode,
    int maxTransactions,
    int metricsPort,
    Map<String, Integer> cellsMix,
    Map<ClientKind, Integer> clientShares,
    int requestsPerVisit,
    double streamRate,
    Share share,
    URI together,
    int togetherSeconds,
    LargeOrders largeOrders,
    Pacing pacing,
    int transactionsPerUser) {

  /** Whether users come back (closed model) rather than arrive at a rate (open model). */
  public boolean isClosed() {
    return rates.isEmpty();
  }

  /** How much load there is when. */
  public Schedule schedule() {
    return isClosed() ? stays() : arrivals();
  }

  /** When each user is due, in an open model. */
  public ArrivalSchedule arrivals() {
    return new ArrivalSchedule(rates, stepSeconds, rampSeconds);
  }

  /** Who is there when, in a closed model. */
  public UserSchedule stays() {
    return new UserSchedule(users, stepSeconds, rampSeconds);
  }

  /** When each transaction of the stream beside the users is due; empty when there is none. */
  public Optional<ArrivalSchedule> stream() {
    return streamRate == 0
        ? Optional.empty()
        : Optional.of(new ArrivalSchedule(List.of(streamRate), steps() * stepSeconds, 0));
  }

  /** Number of steps. */
  public int steps() {
    return rates.size() + users.size();
  }

  /** When each step and measured window begins and ends. */
  public Timeline timeline() {
    return new Timeline(steps(), stepSeconds, warmUpSeconds, mode == Mode.MEASURE);
  }

  /** How many transactions each user has to do in each measured window. */
  public Quota quota() {
    return new Quota(transactionsPerUser, timeline());
  }

  /** Which users of a closed model are production lines. */
  public Clients clients() {
    return isClosed() ? Clients.of(mix) : Clients.ALIKE;
  }

  /** Which kind of client each user is. */
  public ClientKinds clientKinds() {
    return new ClientKinds(clientShares, seed);
  }

  /** Which transaction each user does who is no production line. */
  public TransactionMix transactionMix() {
    return new TransactionMix(clients().mixOfTheOthers(mix), sequenceSeed());
  }

  /** Which new orders of that mix are large. */
  public OrderSizes orderSizes() {
    return new OrderSizes(largeOrders, transactionMix(), sequenceSeed());
  }

  /** Which configurations of cells are called. */
  public ConfigurationMix configurationMix() {
    return new ConfigurationMix(cellsMix, sequenceSeed());
  }

  /**
   * Several generators go through one sequence of arrivals, each to its own. Where users stay each
   * has a sequence of its own, and another one: what the run's end cuts off would else add up.
   */
  private long sequenceSeed() {
    return isClosed() ? seed + share.number() : seed;
  }

  /**
   * Transactions that this generator may have open at a time: users of a closed model never open
   * more than one.
   */
  public int mostInFlight() {
    return isClosed() ? Integer.MAX_VALUE : share.ofLimit(maxInFlight);
  }

  /** The transactions that users do, in the order of the records; one without a share is none. */
  public List<TransactionKind> transactions() {
    if (workload == Workload.OWN) {
      return List.copyOf(mix.keySet());
    }
    return workload.transactions().stream()
        .filter(type -> mix.getOrDefault(type, 0) > 0)
        .map(TransactionKind.class::cast)
        .toList();
  }

  /** Requests of a transaction that goes well, at the most. */
  public int requestsOf(TransactionKind kind) {
    if (kind instanceof OwnKind own) {
      return own.requests();
    }
    return switch ((TransactionType) kind) {
      case NEW_ORDER -> itemsPerOrder + 1;
      // Home, login, each book looked at and put, one taken out, confirmed and bought.
      case SESSION -> 2 * productsPerVisit + 5;
      case VISIT -> productsPerVisit + 2; // the cart is looked at, and dropped
      case STATUS_VISIT -> requestsPerVisit;
      case CHANGE_ORDER, ORDER_STATUS, CUSTOMER_STATUS, ORDER, CALL -> 1;
      // Scheduled, where large orders come first perhaps in vain, and completed.
      case WORK_ORDER -> ProductionLine.STATIONS + (largeOrders.wanted() ? 3 : 2);
    };
  }

  /**
   * The longest that a transaction can take: each of its requests answered just in time, after the
   * longest pause.
   */
  public Duration longestTransaction() {
    int most = mix.keySet().stream().mapToInt(this::requestsOf).max().orElse(1);
    int pauseMillis =
        mix.containsKey(TransactionType.WORK_ORDER)
            ? ProductionLine.AT_A_STATION.mostMillis()
            : clientKinds().longestThinkMillis();
    return requestTimeout.plusMillis(pauseMillis).multipliedBy(most);
  }
}
