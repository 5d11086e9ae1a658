package dev.scalelab.operator.diagnosis;

import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * Response times of a network with a given arrival rate. Stations with several servers by
 * Sakasegawa's approximation; other arrivals than Poisson's by that of Allen and Cunneen.
 *
 * @param stations those whose service is a part of the response time
 * @param slots those that transactions only wait for: their service is in the stations and the
 *     delay
 * @param delaySeconds time that a transaction spends without waiting for others
 * @param arrivalVariation squared coefficient of variation of the time between arrivals: 1 is
 *     Poisson, 0 a constant time
 */
public record OpenNetwork(
    List<Station> stations, List<Station> slots, double delaySeconds, double arrivalVariation) {
  private static final double SERVICE_VARIATION = 1;

  /** A network without limited slots. */
  public OpenNetwork(List<Station> stations, double delaySeconds, double arrivalVariation) {
    this(stations, List.of(), delaySeconds, arrivalVariation);
  }

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
    for (Station one : slots) {
      double used = perSecond / one.bound();
      if (used >= 1) {
        return OptionalDouble.empty();
      }
      sum += waiting(one, used);
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

  /** The highest utilization of a station, without slots. */
  public double maxUtilization(double perSecond) {
    double max = 0;
    for (Station station : stations) {
      max = Math.max(max, perSecond / station.bound());
    }
    return max;
  }

  /** The station or the slots with the least room for more load; of several the first. */
  public Station limit() {
    return Stream.concat(stations.stream(), slots.stream())
        .min(Comparator.comparingDouble(Station::bound))
        .orElseThrow();
  }

  /** The throughput that the busiest station, or the fullest slots, allow; infinite without any. */
  public double bound() {
    return stations.isEmpty() && slots.isEmpty() ? Double.POSITIVE_INFINITY : limit().bound();
  }
}
