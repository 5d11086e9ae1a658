package dev.scalelab.operator.diagnosis;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntFunction;

/**
 * How many servers a load needs.
 *
 * @param network the network of stations with that number of servers, Poisson arrivals
 * @param percentile 95th percentile against the mean response time, by the highest utilisation
 * @param maxServers the largest number of servers that is considered
 */
public record Planning(
    IntFunction<OpenNetwork> network, DoubleUnaryOperator percentile, int maxServers) {
  /** Above this utilisation a small error of the load is a large one of the response time. */
  private static final double MAX_UTILIZATION = 0.8;

  /**
   * An answer.
   *
   * @param servers the smallest number that suffices; 0 if no number does
   * @param limitedBy the station with the least room for more load
   * @param limitPerSecond the throughput that it allows alone
   */
  public record Answer(int servers, String limitedBy, double limitPerSecond) {

    /** The answer as text. */
    public String text(double perSecond, double p95Millis) {
      String load = String.format(Locale.ROOT, "%.0f/s at p95 below %.0f ms", perSecond, p95Millis);
      String limit =
          String.format(Locale.ROOT, "the %s limits at %.0f/s", limitedBy, limitPerSecond);
      return servers == 0
          ? "no number of servers suffices for " + load + ": " + limit
          : "%d servers for %s; then %s".formatted(servers, load, limit);
    }
  }

  /**
   * The smallest number of servers for a rate.
   *
   * @param margin factor by which the response time may be higher than predicted
   */
  public Answer servers(double perSecond, double p95Millis, double margin) {
    for (int servers = 1; servers <= maxServers; servers++) {
      if (suffices(network.apply(servers), perSecond, p95Millis, margin)) {
        return answer(servers, servers);
      }
    }
    return answer(0, maxServers);
  }

  private boolean suffices(OpenNetwork one, double perSecond, double p95Millis, double margin) {
    double used = one.maxUtilization(perSecond);
    OptionalDouble seconds = one.responseSeconds(perSecond);
    return used <= MAX_UTILIZATION
        && seconds.isPresent()
        && 1000 * seconds.getAsDouble() * percentile.applyAsDouble(used) * margin <= p95Millis;
  }

  private Answer answer(int servers, int ofNetwork) {
    List<Station> stations = network.apply(ofNetwork).stations();
    Station first = stations.stream().min(Comparator.comparingDouble(Station::bound)).orElseThrow();
    return new Answer(servers, first.name(), first.bound());
  }
}
