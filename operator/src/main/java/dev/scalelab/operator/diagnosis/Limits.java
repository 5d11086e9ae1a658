package dev.scalelab.operator.diagnosis;

import dev.scalelab.operator.diagnosis.Contrast.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Every resource of a system as a possible limit, in a contrast of two steps. */
final class Limits {
  /** Waits in a database that are no CPU of it. */
  static final List<Resource> WAITS =
      List.of(Resource.DATABASE_LOCKS, Resource.DATABASE_IO, Resource.DATABASE_WAL);

  private final Contrast contrast;

  Limits(Contrast contrast) {
    this.contrast = contrast;
  }

  /** All CPUs and slots. */
  List<Limit> all() {
    List<Limit> all = new ArrayList<>();
    contrast.high().cpus().keySet().forEach(place -> all.add(cpu(place, place)));
    contrast.nested().forEach(place -> all.add(slots(place)));
    return all;
  }

  /** A tier's CPU, given as itself or as what consumes it. */
  Limit cpu(Place cpu, Place as) {
    double utilization = contrast.high().cpu(cpu).utilization();
    return new Limit(
        as,
        utilization,
        contrast.high().perSecond() / utilization,
        share(as.resource(), as),
        as.resource() == Resource.APPLICATION_CPU ? contrast.high().fullestPartition() : null);
  }

  /** Slots, as if they were held no longer than they have to be. */
  Limit slots(Place place) {
    Slots slots = contrast.high().slots().get(place);
    Double before = contrast.held(place, contrast.low());
    Double after = contrast.held(place, contrast.high());
    double now = contrast.high().millisEach(slots.inUse());
    Double bound =
        before == null || after == null || now <= 0
            ? null
            : (Double) (1000 * slots.size() / (now * Math.min(1, before / after)));
    Share share = contrast.share(contrast.waits(place), contrast.fullAround(place.resource()));
    return new Limit(place, slots.utilization(), bound, share);
  }

  /** A resource without a utilisation of its own. */
  Limit time(Place place) {
    return new Limit(place, 0, null, share(place.resource(), place));
  }

  private Share share(Resource resource, Place place) {
    String database = place.database();
    return switch (resource) {
      case DATABASE_CPU, DATABASE_TRANSACTIONS ->
          contrast.share(
              contrast.connections(database).minus(waits(database)), contrast.fullAround(null));
      case DATABASE_LOCKS, DATABASE_IO, DATABASE_WAL ->
          contrast.share(contrast.databaseWaits(place), contrast.fullAround(null));
      case APPLICATION_CPU, APPLICATION_HEAP, APPLICATION_WEB_THREADS ->
          contrast.share(
              withoutBusyDatabases(contrast.application()),
              contrast.fullAround(Resource.APPLICATION_JDBC_POOL));
      case BALANCER_CPU -> contrast.share(balancer(), Optional.empty());
      case NETWORK -> contrast.share(unexplained(), Optional.empty());
      default -> null;
    };
  }

  /** Of all kinds; unknown ones count as 0. */
  private Times waits(String database) {
    Times all = Times.ZERO;
    for (Resource kind : WAITS) {
      Times waits = contrast.databaseWaits(Place.of(kind, database));
      all = waits.known() ? all.plus(waits) : all;
    }
    return all;
  }

  /**
   * A connection is also held while the application computes: only a database whose CPU is busy,
   * and waits in the database, take its time for themselves.
   */
  private Times withoutBusyDatabases(Times application) {
    Times rest = application;
    for (Place place : contrast.nested()) {
      if (place.resource() == Resource.APPLICATION_JDBC_POOL) {
        String database = place.database();
        rest =
            rest.minus(
                contrast.busy(Place.of(Resource.DATABASE_CPU, database))
                    ? contrast.connections(database)
                    : waits(database));
      }
    }
    return rest;
  }

  /** What no counter has is on the way between the clients, the balancer and the servers. */
  private Times unexplained() {
    TimeBreakdown before = TimeBreakdown.of(contrast.low());
    TimeBreakdown after = TimeBreakdown.of(contrast.high());
    return before == null || after == null
        ? new Times(null, null)
        : new Times(before.unexplained(), after.unexplained());
  }

  /** Time that is neither in the servers nor in a queue before them. */
  private Times balancer() {
    Times rest = new Times(contrast.low().meanMillis(), contrast.high().meanMillis());
    for (Place place : contrast.nested()) {
      if (place.resource() == Resource.BALANCER_MAX_REQUESTS) {
        Times inServers =
            new Times(contrast.held(place, contrast.low()), contrast.held(place, contrast.high()));
        rest = rest.minus(contrast.waits(place)).minus(inServers);
      }
    }
    return rest;
  }
}
