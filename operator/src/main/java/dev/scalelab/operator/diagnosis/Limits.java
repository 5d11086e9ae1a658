package dev.scalelab.operator.diagnosis;

import java.util.ArrayList;
import java.util.List;

/** Every resource of a system as a possible limit, in a contrast of two steps. */
final class Limits {
  /** Waits in a database that are no CPU of it. */
  static final List<Resource> WAITS =
      List.of(Resource.DATABASE_LOCKS, Resource.DATABASE_IO, Resource.DATABASE_WAL);

  private final Contrast contrast;

  Limits(Contrast contrast) {
    this.contrast = contrast;
  }

  /** All CPUs and slots, by their bounds alone. */
  List<Limit> bounds() {
    List<Cpu> cpus = contrast.high().cpus();
    List<Slots> nested = contrast.nested();
    List<Limit> bounds = new ArrayList<>(cpus.size() + nested.size());
    for (int i = 0; i < cpus.size(); i++) {
      bounds.addAll(cpus(cpus.get(i).place(), null));
    }
    for (int i = 0; i < nested.size(); i++) {
      bounds.add(slots(nested.get(i), null));
    }
    return bounds;
  }

  /**
   * The CPU of the fullest host, which others use too: only what the load adds to it is its own.
   * Null if that is unknown, or nothing.
   */
  Limit host() {
    Double full = contrast.high().fullestHost();
    double perSecond = contrast.high().perSecond();
    if (full == null || full <= 0) {
      return null;
    }
    Place host = Place.of(Resource.HOST_CPU);
    if (full >= Rules.HOST_PERCENT) {
      return new Limit(host, full / 100, 100 * perSecond / full, null);
    }
    Times used = contrast.hostPercent();
    double grown = used.high() - used.low();
    double added = perSecond - contrast.low().perSecond();
    return grown > 0 && added > 0
        ? new Limit(host, used.high() / 100, perSecond + (100 - used.high()) * added / grown, null)
        : null;
  }

  /** A tier's CPU, or that of each partition: servers of one cannot do the work of another. */
  List<Limit> cpus(Place cpu) {
    return cpus(cpu, share(cpu.resource(), cpu));
  }

  private List<Limit> cpus(Place place, Share share) {
    StepFigures high = contrast.high();
    if (place.resource() != Resource.APPLICATION_CPU || high.partitions().isEmpty()) {
      return List.of(cpu(high.cpu(place), share));
    }
    List<Limit> ofEach = new ArrayList<>(high.partitions().size());
    high.partitions().forEach((name, used) -> ofEach.add(cpu(used, share).of(name)));
    return ofEach;
  }

  private Limit cpu(Cpu used, Share share) {
    double bound = used.bound(contrast.high().perSecond());
    return new Limit(used.place(), used.utilization(), bound, share);
  }

  /** The heap, which must be known. How much throughput a larger one would allow is not. */
  Limit heap() {
    Place heap = Place.of(Resource.APPLICATION_HEAP);
    return new Limit(heap, contrast.high().heapPercent() / 100, null, share(heap.resource(), heap));
  }

  /** Slots, as if they were held no longer than they have to be. */
  Limit slots(Slots slots) {
    Place place = slots.place();
    return slots(
        slots, contrast.share(contrast.waits(place), contrast.fullAround(place.resource())));
  }

  private Limit slots(Slots slots, Share share) {
    Times held = contrast.held(slots.place());
    double used = slots.utilization() * Math.min(1, held.low() / held.high());
    Double bound =
        !held.known() || slots.utilization() <= 0
            ? null
            : (Double) (contrast.high().perSecond() / used);
    return new Limit(slots.place(), slots.utilization(), bound, share);
  }

  /** A resource without a utilization of its own. */
  Limit time(Place place) {
    return new Limit(place, 0, null, share(place.resource(), place));
  }

  private Share share(Resource resource, Place place) {
    String database = place.database();
    return switch (resource) {
      // One that is short of CPU seems idle until it reads the next statement, so that the whole
      // holding time counts.
      case DATABASE_CPU ->
          contrast.share(
              contrast.connections(database).minus(waits(database)),
              contrast.fullAroundDatabase(database));
      case DATABASE_TRANSACTIONS ->
          contrast.share(
              contrast.active(database).minus(waits(database)),
              contrast.fullAroundDatabase(database));
      case APPLICATION_IN_TRANSACTION ->
          contrast.share(inApplication(database), contrast.fullAroundDatabase(database));
      case DATABASE_LOCKS, DATABASE_IO, DATABASE_WAL ->
          contrast.share(contrast.databaseWaits(place), contrast.fullAroundDatabase(database));
      case APPLICATION_CPU, APPLICATION_HEAP, APPLICATION_WEB_THREADS ->
          contrast.share(
              withoutBusyDatabases(contrast.application()),
              contrast.fullAround(Resource.APPLICATION_JDBC_POOL));
      case BALANCER_CPU -> contrast.share(balancer(), null);
      case NETWORK -> contrast.share(unexplained(), null);
      default -> null;
    };
  }

  /** Where it is unknown when a statement is executed, the whole holding time is no one else's. */
  private Times inDatabase(String database) {
    Times active = contrast.active(database);
    return active.known() ? active : contrast.connections(database);
  }

  /** While a transaction waits for another database, that one has the time. */
  private Times inApplication(String database) {
    Place itself = Place.of(Resource.APPLICATION_JDBC_POOL, database);
    Times own = contrast.betweenStatements(database);
    for (int i = 0; i < contrast.nested().size(); i++) {
      Place pool = contrast.nested().get(i).place();
      if (pool.resource() == Resource.APPLICATION_JDBC_POOL && !pool.equals(itself)) {
        own = own.minus(orZero(inDatabase(pool.database())));
        own = own.minus(orZero(contrast.waits(pool)));
      }
    }
    return own;
  }

  /**
   * Of all kinds; unknown ones count as 0. They are sampled, and may seem to last longer than the
   * connections were held.
   */
  private Times waits(String database) {
    Times all = Times.ZERO;
    for (Resource kind : WAITS) {
      all = all.plus(orZero(contrast.databaseWaits(Place.of(kind, database))));
    }
    Times held = contrast.connections(database);
    return held.known() ? all.atMost(held) : all;
  }

  private static Times orZero(Times time) {
    return time.known() ? time : Times.ZERO;
  }

  /**
   * A connection is also held while the application computes: only a database whose CPU is busy,
   * and waits in the database, take its time for themselves.
   */
  private Times withoutBusyDatabases(Times application) {
    Times rest = application;
    for (int i = 0; i < contrast.nested().size(); i++) {
      Place place = contrast.nested().get(i).place();
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
        ? Times.UNKNOWN
        : new Times(before.unexplained(), after.unexplained());
  }

  /** Time that is neither in the servers nor in a queue before them. */
  private Times balancer() {
    Place requests = Place.of(Resource.BALANCER_MAX_REQUESTS);
    Times response = contrast.response();
    return contrast.high().slots(requests) == null
        ? response
        : response.minus(contrast.waits(requests)).minus(contrast.held(requests));
  }
}
