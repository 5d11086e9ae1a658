package dev.scalelab.load.settings;

import dev.scalelab.load.profile.ArrivalSchedule;
import dev.scalelab.load.profile.Dataset;
import dev.scalelab.load.profile.ThinkTime;
import dev.scalelab.load.profile.Timeline;
import dev.scalelab.load.profile.TransactionMix;
import dev.scalelab.load.profile.TransactionType;
import dev.scalelab.load.profile.Workload;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The valid settings of a run. What each means, its unit and its limits are in {@link Setting}.
 *
 * @param target where the requests go, without a slash at the end
 * @param rates arrivals per second of each step
 * @param mix percent per type, adding up to 100, all of the workload's
 * @param maxTransactions completed transactions after which a warm-up ends early; 0 is never
 */
public record Settings(
    URI target,
    List<Double> rates,
    int stepSeconds,
    int warmUpSeconds,
    int rampSeconds,
    Workload workload,
    Dataset dataset,
    long seed,
    Map<TransactionType, Integer> mix,
    int itemsPerOrder,
    int productsPerVisit,
    ThinkTime thinkTime,
    Duration requestTimeout,
    int maxInFlight,
    int idleConnectionSeconds,
    String run,
    Mode mode,
    int maxTransactions,
    int metricsPort) {

  /** When each user is due. */
  public ArrivalSchedule schedule() {
    return new ArrivalSchedule(rates, stepSeconds, rampSeconds);
  }

  /** When each step and measured window begins and ends. */
  public Timeline timeline() {
    return new Timeline(rates.size(), stepSeconds, warmUpSeconds, mode == Mode.MEASURE);
  }

  /** Which transaction each user does. */
  public TransactionMix transactionMix() {
    return new TransactionMix(mix, seed);
  }

  /** Requests of a transaction that goes well. */
  public int requestsOf(TransactionType type) {
    return switch (type) {
      case NEW_ORDER -> itemsPerOrder + 1;
      case VISIT -> productsPerVisit + 2; // the cart is looked at, and dropped
      case CHANGE_ORDER, ORDER_STATUS, CUSTOMER_STATUS -> 1;
    };
  }

  /**
   * The longest that a transaction can take: each of its requests answered just in time, after the
   * longest pause.
   */
  public Duration longestTransaction() {
    int most = mix.keySet().stream().mapToInt(this::requestsOf).max().orElse(1);
    return requestTimeout.plusMillis(thinkTime.mostMillis()).multipliedBy(most);
  }
}
