package dev.scalelab.operator.diagnosis;

import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntFunction;

/**
 * How many servers a load needs.
 *
 * @param network the network of stations with that number of servers
 * @param percentile 95th percentile against the mean response time, by the highest utilization of a
 *     CPU
 * @param maxServers the largest number of servers that is considered
 */
public record Planning(
    IntFunction<OpenNetwork> network, DoubleUnaryOperator percentile, int maxServers) {
  /** Above this utilization a small error of the load is a large one of the response time. */
  private static final double MAX_UTILIZATION = 0.8;

  /** A load, as the transactions per second that it brings to a network. */
  public interface Load {
    /** Transactions per second; not below what the network can do if it cannot do them. */
    double perSecond(OpenNetwork network);

    /** Transactions that arrive at a rate. */
    static Load ofRate(double perSecond) {
      return network -> perSecond;
    }

    /** Users who pause between transactions: the slower the answers, the fewer transactions. */
    static Load ofUsers(int users, double thinkSeconds) {
      return network -> {
        double low = 0;
        double high = network.bound();
        for (int i = 0; i < 60; i++) {
          double middle = (low + high) / 2;
          OptionalDouble response = network.responseSeconds(middle);
          boolean fits =
              response.isPresent() && middle * (thinkSeconds + response.getAsDouble()) < users;
          low = fits ? middle : low;
          high = fits ? high : middle;
        }
        return low;
      };
    }
  }

  /**
   * An answer.
   *
   * @param servers the smallest number that suffices; 0 if no number does
   * @param perSecond the load, in transactions per second
   * @param limitedBy the station or the slots with the least room for more load
   * @param limitPerSecond the throughput that it allows alone
   * @param p95Millis the predicted 95th percentile, with the margin, for that number of servers or,
   *     if no number suffices, the largest one; infinite if a CPU or slots are then used too much
   */
  public record Answer(
      int servers, double perSecond, String limitedBy, double limitPerSecond, double p95Millis) {

    /** Whether no number of servers suffices, although the CPUs and slots do. */
    boolean tooSlow() {
      return servers == 0 && Double.isFinite(p95Millis);
    }
  }

  /**
   * The smallest number of servers for a load.
   *
   * @param margin factor by which the response time may be higher than predicted
   */
  public Answer servers(Load load, double p95Millis, double margin) {
    for (int servers = 1; servers <= maxServers; servers++) {
      OpenNetwork one = network.apply(servers);
      double perSecond = load.perSecond(one);
      double predicted = p95Millis(one, perSecond, margin);
      if (predicted <= p95Millis) {
        return answer(servers, one, perSecond, predicted);
      }
    }
    OpenNetwork largest = network.apply(maxServers);
    double perSecond = load.perSecond(largest);
    return answer(0, largest, perSecond, p95Millis(largest, perSecond, margin));
  }

  /** Infinite if a CPU or slots are used too much. */
  private double p95Millis(OpenNetwork one, double perSecond, double margin) {
    double used = one.maxUtilization(perSecond);
    OptionalDouble seconds = one.responseSeconds(perSecond);
    return perSecond / one.bound() <= MAX_UTILIZATION && seconds.isPresent()
        ? 1000 * seconds.getAsDouble() * percentile.applyAsDouble(used) * margin
        : Double.POSITIVE_INFINITY;
  }

  private static Answer answer(int servers, OpenNetwork one, double perSecond, double p95Millis) {
    Station first = one.limit();
    return new Answer(servers, perSecond, first.name(), first.bound(), p95Millis);
  }
}
