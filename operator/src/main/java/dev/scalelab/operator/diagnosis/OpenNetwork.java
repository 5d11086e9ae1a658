package dev.scalelab.operator.diagnosis;

import java.util.List;
import java.util.OptionalDouble;

/**
 * Response times of a network with a given arrival rate. Stations with several servers by
 * Sakasegawa's approximation; other arrivals than Poisson's by that of Allen and Cunneen.
 *
 * @param delaySeconds time that a transaction spends without waiting for others
 * @param arrivalVariation squared coefficient of variation of the time between arrivals: 1 is
 *     Poisson, 0 a constant time
 */
public record OpenNetwork(List<Station> stations, double delaySeconds, double arrivalVariation) {
  private static final double SERVICE_VARIATION = 1;

  /** Mean response time in seconds; empty if the rate exceeds what a station can do. */
  public OptionalDouble responseSeconds(double perSecond) {
    double sum = delaySeconds;
    for (Station station : stations) {
      double used = perSecond / station.bound();
      if (used >= 1) {
        return OptionalDouble.empty();
      }
      sum += service(station) + waiting(station, used);
    }
    return OptionalDouble.of(sum);
  }

  /** Less than one core does one job at a time, slowly. */
  static double service(Station station) {
    return station.demandSeconds() / Math.min(1, station.servers());
  }

  private double waiting(Station station, double used) {
    double servers = Math.max(1, station.servers());
    double alone =
        service(station)
            * Math.pow(used, Math.sqrt(2 * (servers + 1)) - 1)
            / (servers * (1 - used));
    return alone * (arrivalVariation + SERVICE_VARIATION) / 2;
  }

  /** The highest utilisation of a station. */
  public double maxUtilization(double perSecond) {
    double max = 0;
    for (Station station : stations) {
      max = Math.max(max, perSecond / station.bound());
    }
    return max;
  }

  /** The throughput that the busiest station allows. */
  public double bound() {
    double min = Double.POSITIVE_INFINITY;
    for (Station station : stations) {
      min = Math.min(min, station.bound());
    }
    return min;
  }
}
