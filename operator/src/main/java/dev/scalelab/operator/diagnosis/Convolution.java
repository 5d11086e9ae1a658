package dev.scalelab.operator.diagnosis;

import java.util.List;

/**
 * The exact solution of a closed queueing network with one class of customers, by Buzen's
 * convolution. The normalisation constants are kept as logarithms, since with thousands of users
 * they exceed what a number can hold.
 *
 * <p>Mean value analysis gives the same results, but with stations whose speed depends on their
 * number of jobs it loses all precision near saturation, by subtraction.
 */
public final class Convolution {
  private final double thinkSeconds;
  private final double[] logs;

  private Convolution(double thinkSeconds, double[] logs) {
    this.thinkSeconds = thinkSeconds;
    this.logs = logs;
  }

  /**
   * Solves a network for every number of users up to a maximum.
   *
   * @param delaySeconds time that a transaction spends without waiting for others
   */
  public static Convolution of(
      List<Station> stations, double delaySeconds, double thinkSeconds, int users) {
    double[] logs = delay(delaySeconds + thinkSeconds, users);
    for (Station station : stations) {
      if (station.constant()) {
        for (int copy = 0; copy < station.copies(); copy++) {
          logs = constant(logs, station);
        }
      } else {
        logs = convolved(logs, copies(factors(station, users), station.copies()));
      }
    }
    return new Convolution(thinkSeconds, logs);
  }

  /** Seconds to the power of n, divided by n factorial. */
  private static double[] delay(double seconds, int users) {
    double[] logs = new double[users + 1];
    double log = Math.log(seconds);
    for (int n = 1; n <= users; n++) {
      logs[n] = logs[n - 1] + log - Math.log(n);
    }
    return logs;
  }

  /** With a constant speed each constant follows from the one before. */
  private static double[] constant(double[] before, Station station) {
    double[] logs = before.clone();
    double log = Math.log(demand(station) / station.servers());
    for (int n = 1; n < logs.length; n++) {
      logs[n] = logOfSum(logs[n], log + logs[n - 1]);
    }
    return logs;
  }

  /** One copy with each number of jobs. */
  private static double[] factors(Station station, int users) {
    double[] factors = new double[users + 1];
    double log = Math.log(demand(station));
    for (int n = 1; n < factors.length; n++) {
      factors[n] = factors[n - 1] + log - Math.log(station.speed().applyAsDouble(n));
    }
    return factors;
  }

  /** Equal copies together, by repeated squaring: of 100 ten convolutions instead of 100. */
  private static double[] copies(double[] one, int copies) {
    double[] together = null;
    double[] power = one;
    for (int left = copies; left > 0; left >>= 1) {
      if ((left & 1) == 1) {
        together = together == null ? power : convolved(together, power);
      }
      power = left > 1 ? convolved(power, power) : power;
    }
    return together;
  }

  private static double[] convolved(double[] before, double[] factors) {
    double[] logs = new double[before.length];
    for (int n = 0; n < logs.length; n++) {
      double max = Double.NEGATIVE_INFINITY;
      for (int k = 0; k <= n; k++) {
        max = Math.max(max, before[n - k] + factors[k]);
      }
      double sum = 0;
      for (int k = 0; k <= n && max > Double.NEGATIVE_INFINITY; k++) {
        sum += Math.exp(before[n - k] + factors[k] - max);
      }
      logs[n] = max + Math.log(sum);
    }
    return logs;
  }

  /** Of one of its copies. */
  private static double demand(Station station) {
    return station.demandSeconds() / station.copies();
  }

  private static double logOfSum(double one, double other) {
    double max = Math.max(one, other);
    return max == Double.NEGATIVE_INFINITY
        ? max
        : max + Math.log1p(Math.exp(Math.min(one, other) - max));
  }

  /** Transactions per second with that number of users. */
  public double throughput(int users) {
    return users == 0 ? 0 : Math.exp(logs[users - 1] - logs[users]);
  }

  /** Mean response time with that number of users, in seconds. */
  public double responseSeconds(int users) {
    return users / throughput(users) - thinkSeconds;
  }

  /**
   * The whole network as one station that a limited number of jobs may be in at the same time, such
   * as a pool of connections.
   */
  public Station asStation(String name) {
    double[] inside = new double[logs.length];
    for (int n = 1; n < inside.length; n++) {
      inside[n] = throughput(n);
    }
    return Station.of(name, inside);
  }
}
