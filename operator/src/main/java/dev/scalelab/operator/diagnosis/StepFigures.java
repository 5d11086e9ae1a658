package dev.scalelab.operator.diagnosis;

import dev.scalelab.operator.platform.Tier;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What the diagnosis knows of one step, of one round or as the mean of several. Figures that are
 * not known are null, or absent from their lists.
 *
 * @param perSecond transactions completed per second
 * @param failedPerSecond transactions that were sent and failed, per second
 * @param streamPerSecond orders of a stream beside the load that were accepted, per second
 * @param requestsEach HTTP requests of a transaction, of which an order has one
 * @param meanMillis mean response time of transactions
 * @param cpus CPU of each tier and database
 * @param partitions CPU of the servers of each partition; empty where all servers are alike
 * @param slots connections, threads and requests that the system may use at the same time, from the
 *     inside out
 * @param databaseWaits connections that wait for a lock, read or write, or commit
 * @param databaseUses what transactions do while they hold connections, for each database
 * @param servletMillis time that requests spend in the application, in ms per second
 * @param gcPercent share of time in garbage collection
 * @param heapPercent heap in use
 * @param hostPercent CPU of the hosts in use
 * @param fullestHostPercent the same of the fullest host; null if it is not known which that is
 * @param cpuPressure part of the time in which a thread of a server waits for a CPU, mean of the
 *     servers
 * @param droppedPercent packets that the servers could not send
 * @param connectionsPercent connections of the balancer, of those that it accepts
 * @param admitted of each database that refuses connections: the connections that it had, as a part
 *     of those that it admits; 1 is all
 * @param unavailablePercent transactions that failed with status 502, 503 or 504, of those that
 *     were sent, if at least nine of ten requests that failed did; else 0
 * @param timeoutPercent the same of those that failed by a client's timeout
 * @param missing mandatory signals without a sample, by their keys
 * @param misses whether it missed an objective of response times
 * @param drifts whether it was not steady
 */
@RecordBuilder
public record StepFigures(
    double perSecond,
    double failedPerSecond,
    double streamPerSecond,
    Double requestsEach,
    Double meanMillis,
    List<Cpu> cpus,
    Map<String, Cpu> partitions,
    List<Slots> slots,
    List<Waits> databaseWaits,
    List<DatabaseUse> databaseUses,
    Double servletMillis,
    Double gcPercent,
    Double heapPercent,
    Double hostPercent,
    Double fullestHostPercent,
    Double cpuPressure,
    Double droppedPercent,
    Double connectionsPercent,
    Map<Place, Double> admitted,
    Double unavailablePercent,
    Double timeoutPercent,
    List<String> missing,
    boolean misses,
    boolean drifts)
    implements StepFiguresBuilder.With {

  public StepFigures {
    cpus = cpus == null ? List.of() : cpus;
    partitions = partitions == null ? Map.of() : partitions;
    slots = slots == null ? List.of() : slots;
    databaseWaits = databaseWaits == null ? List.of() : databaseWaits;
    databaseUses = databaseUses == null ? List.of() : databaseUses;
    admitted = admitted == null ? Map.of() : admitted;
    missing = missing == null ? List.of() : missing;
  }

  /** The same step as the mean of several rounds. */
  static StepFigures mean(List<StepFigures> rounds) {
    return new StepFigures(
        Means.ofKnown(rounds, StepFigures::perSecond),
        Means.ofKnown(rounds, StepFigures::failedPerSecond),
        Means.ofKnown(rounds, StepFigures::streamPerSecond),
        Means.of(rounds, StepFigures::requestsEach),
        Means.of(rounds, StepFigures::meanMillis),
        Means.ofPlaces(rounds, StepFigures::cpus, Cpu::mean),
        Means.ofEach(rounds, StepFigures::partitions, Cpu::mean),
        Means.ofPlaces(rounds, StepFigures::slots, Slots::mean),
        Means.ofPlaces(rounds, StepFigures::databaseWaits, Waits::mean),
        Means.ofPlaces(rounds, StepFigures::databaseUses, DatabaseUse::mean),
        Means.of(rounds, StepFigures::servletMillis),
        Means.of(rounds, StepFigures::gcPercent),
        Means.of(rounds, StepFigures::heapPercent),
        Means.of(rounds, StepFigures::hostPercent),
        Means.of(rounds, StepFigures::fullestHostPercent),
        Means.of(rounds, StepFigures::cpuPressure),
        Means.of(rounds, StepFigures::droppedPercent),
        Means.of(rounds, StepFigures::connectionsPercent),
        Means.ofEach(rounds, StepFigures::admitted, Means::ofNumbers),
        Means.of(rounds, StepFigures::unavailablePercent),
        Means.of(rounds, StepFigures::timeoutPercent),
        missing(rounds),
        allMiss(rounds),
        oneDrifts(rounds));
  }

  /** Those that are absent in any round. */
  private static List<String> missing(List<StepFigures> rounds) {
    List<String> all = List.of();
    for (int i = 0; i < rounds.size(); i++) {
      for (String key : rounds.get(i).missing) {
        all = all.isEmpty() ? new ArrayList<>() : all;
        if (!all.contains(key)) {
          all.add(key);
        }
      }
    }
    return all;
  }

  private static boolean allMiss(List<StepFigures> rounds) {
    boolean all = true;
    for (int i = 0; i < rounds.size(); i++) {
      all &= rounds.get(i).misses;
    }
    return all;
  }

  private static boolean oneDrifts(List<StepFigures> rounds) {
    boolean one = false;
    for (int i = 0; i < rounds.size(); i++) {
      one |= rounds.get(i).drifts;
    }
    return one;
  }

  /** The highest utilization of any tier's CPU. */
  double maxUtilization() {
    double max = 0;
    for (int i = 0; i < cpus.size(); i++) {
      max = Math.max(max, cpu(cpus.get(i).place()).utilization());
    }
    return max;
  }

  /**
   * CPU of a tier or database as a limit; null if unknown. Servers of one partition cannot do the
   * work of another, so that of the application is the CPU of the fullest partition.
   */
  Cpu cpu(Place place) {
    return partitions.isEmpty() || place.resource() != Resource.APPLICATION_CPU
        ? wholeCpu(place)
        : partitions.get(fullestPartition());
  }

  /** The same, or the CPU of the servers of one partition. */
  Cpu cpu(Place place, String partition) {
    return partition == null ? cpu(place) : partitions.get(partition);
  }

  /** CPU of a tier, of all its partitions together; null if unknown. */
  Cpu wholeCpu(Place place) {
    return Placed.of(place, cpus);
  }

  /** CPU of the fullest host, or of all if only that is known; null if neither is. */
  Double fullestHost() {
    return fullestHostPercent == null ? hostPercent : fullestHostPercent;
  }

  /** Slots of one kind; null if unknown. */
  Slots slots(Place place) {
    return Placed.of(place, slots);
  }

  /** What the connections to a database are held for; null if unknown. */
  DatabaseUse use(String database) {
    return Placed.of(Place.of(Resource.DATABASE_TRANSACTIONS, database), databaseUses);
  }

  /** The partition whose servers use most of their CPU; null without partitions. */
  String fullestPartition() {
    String fullest = null;
    double most = -1;
    for (Map.Entry<String, Cpu> partition : partitions.entrySet()) {
      double used = partition.getValue().utilization();
      if (used > most) {
        fullest = partition.getKey();
        most = used;
      }
    }
    return fullest;
  }

  /**
   * Transactions that ended per second: those that fail use threads, connections and locks as well,
   * so that times are divided by all of them.
   */
  double endedPerSecond() {
    return perSecond + failedPerSecond;
  }

  /**
   * Transactions that used a resource per second. The orders of a stream are counted in all times
   * too: as transactions in the database, where a server executes them as a whole, but elsewhere
   * with their one request.
   */
  private double using(Resource resource) {
    boolean whole = resource == Resource.APPLICATION_JDBC_POOL || resource.isOf(Tier.DATABASE);
    double orders =
        whole || requestsEach == null ? streamPerSecond : streamPerSecond / requestsEach;
    return endedPerSecond() + orders;
  }

  /** Milliseconds per transaction that a mean number of requests corresponds to (Little's law). */
  double millisEach(Resource resource, double number) {
    return each(resource, 1000 * number);
  }

  /** The mean number of requests that milliseconds per transaction correspond to. */
  double number(Resource resource, double millisEach) {
    return millisEach * using(resource) / 1000;
  }

  /** Of a resource's milliseconds per second, those of a transaction. */
  double each(Resource resource, double millis) {
    return millis / using(resource);
  }

  /** Time in the application, of a transaction; NaN if unknown. */
  double servletMillisEach() {
    return servletMillis == null
        ? Double.NaN
        : each(Resource.APPLICATION_WEB_THREADS, servletMillis);
  }

  /** How long a transaction holds a slot, by the counter of its time if that is to be trusted. */
  double held(Slots slots, boolean byCounter) {
    return slots.heldMillis(using(slots.place().resource()), byCounter);
  }
}
