package dev.scalelab.operator.diagnosis;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** What changes from a step with little load to one with much. Times are ms per transaction. */
record Contrast(StepFigures low, StepFigures high) {
  /** CPU that may already cause delays: from here on what grows inside may be waiting for it. */
  static final double BUSY = 0.75;

  /** A low step must leave every resource mostly idle, so that its times are without waiting. */
  private static final double IDLE = 0.5;

  /** A step that completes less than this fraction of the peak is distorted by its errors. */
  private static final double OF_PEAK = 0.8;

  /** Those for which requests wait within the application. */
  private static final Set<Resource> WAITED_FOR =
      EnumSet.of(
          Resource.APPLICATION_JDBC_POOL,
          Resource.APPLICATION_BEAN_POOL,
          Resource.APPLICATION_BEAN_THREADS);

  /**
   * The lowest step, and the last one that is not far below the peak.
   *
   * @param steps in the order of their load; empty without two of them that completed something,
   *     and if all others completed far less than the first, which shows nothing of their limit
   */
  static Optional<Contrast> of(List<StepFigures> steps) {
    StepFigures low = null;
    int completed = 0;
    double peak = 0;
    for (StepFigures step : steps) {
      if (step.perSecond() > 0) {
        low = low == null ? step : low;
        completed++;
        peak = Math.max(peak, step.perSecond());
      }
    }
    if (completed < 2) {
      return Optional.empty();
    }
    StepFigures high = low;
    for (StepFigures step : steps) {
      high = step.perSecond() >= OF_PEAK * peak ? step : high;
    }
    return high == low ? Optional.empty() : Optional.of(new Contrast(low, high));
  }

  /**
   * The first and the last step whose transactions ended, whether they completed or failed. Without
   * completed transactions nothing is known of times.
   */
  static Optional<Contrast> ofFailures(List<StepFigures> steps) {
    StepFigures low = null;
    StepFigures high = null;
    for (StepFigures step : steps) {
      if (step.endedPerSecond() > 0) {
        low = low == null ? step : low;
        high = step;
      }
    }
    return high == null ? Optional.empty() : Optional.of(new Contrast(low, high));
  }

  /** Whether the low step is one without waiting. */
  boolean startsIdle() {
    List<Slots> slots = low.slots();
    for (int i = 0; i < slots.size(); i++) {
      if (slots.get(i).full()) {
        return false;
      }
    }
    return low.maxUtilization() <= IDLE;
  }

  /**
   * With the low step of another round, if its own has too much load: later rounds of a search
   * begin near the limit.
   */
  Contrast startingAt(Contrast idle) {
    return startsIdle() ? this : new Contrast(idle.low, high);
  }

  /** The slots of all kinds under much load, from the inside out. */
  List<Slots> nested() {
    return high.slots();
  }

  /** How long a transaction holds a slot. */
  Times held(Place place) {
    Slots before = low.slots(place);
    Slots after = high.slots(place);
    if (before == null || after == null) {
      return Times.UNKNOWN;
    }
    boolean counted = counted(before, after);
    return new Times(low.held(before, counted), high.held(after, counted));
  }

  /**
   * By the same measure in both steps, or a difference of the measures would look like growth. With
   * little load a sample often meets none in use, so that the other step decides.
   */
  private static boolean counted(Slots before, Slots after) {
    return before != null && after != null && after.counted() && before.heldMillis() != null;
  }

  /**
   * How much of the time around it a part explains; if little load is too much for the objectives
   * already, of the response time under that. Null if one of them is unknown.
   *
   * @param outer the innermost full slots around it; null for the whole response time
   */
  Share share(Times part, Place outer) {
    if (low.misses() && startsIdle()) {
      return Share.withLittleLoad(part, response());
    }
    return Share.of(part, outer == null ? response() : held(outer), outer);
  }

  /** The response time. */
  Times response() {
    return Times.of(low.meanMillis(), high.meanMillis());
  }

  /** The innermost full slots outside of a kind of slots; null if there are none. */
  Place fullAround(Resource inner) {
    for (int i = 0; i < nested().size(); i++) {
      Slots slots = nested().get(i);
      if (slots.place().resource().compareTo(inner) > 0 && slots.full()) {
        return slots.place();
      }
    }
    return null;
  }

  /** The innermost full slots around a database, of whose connections others are none; or null. */
  Place fullAroundDatabase(String database) {
    Place connections = Place.of(Resource.APPLICATION_JDBC_POOL, database);
    Slots own = high.slots(connections);
    return own != null && own.full() ? connections : fullAround(Resource.APPLICATION_JDBC_POOL);
  }

  /** Whether slots of any kind are full. */
  boolean slotsFull() {
    boolean full = false;
    for (int i = 0; i < nested().size(); i++) {
      full |= nested().get(i).full();
    }
    return full;
  }

  /** CPU of the fullest host; of all hosts where that of the fullest is not known of both steps. */
  Times hostPercent() {
    Times fullest = Times.of(low.fullestHostPercent(), high.fullestHostPercent());
    return fullest.known() ? fullest : Times.of(low.hostPercent(), high.hostPercent());
  }

  /** Waits of one kind in a database. */
  Times databaseWaits(Place place) {
    Waits before = Placed.of(place, low.databaseWaits());
    Waits after = Placed.of(place, high.databaseWaits());
    return before == null || after == null
        ? Times.UNKNOWN
        : new Times(
            low.millisEach(place.resource(), before.number()),
            high.millisEach(place.resource(), after.number()));
  }

  /** Execution of statements in a database, waits included. */
  Times active(String database) {
    return inTransactions(database, DatabaseUse::activeMillis);
  }

  /**
   * Holding of connections without a statement: all time that is not the database's, where both are
   * counted; else its waits for the next statement of a transaction.
   */
  Times betweenStatements(String database) {
    Place pool = Place.of(Resource.APPLICATION_JDBC_POOL, database);
    return counted(low.slots(pool), high.slots(pool))
        ? held(pool).minus(active(database))
        : inTransactions(database, DatabaseUse::idleMillis);
  }

  private Times inTransactions(String database, Function<DatabaseUse, Double> time) {
    return Times.of(each(low.use(database), low, time), each(high.use(database), high, time));
  }

  private static Double each(
      DatabaseUse use, StepFigures step, Function<DatabaseUse, Double> time) {
    Double millis = use == null ? null : time.apply(use);
    return millis == null ? null : (Double) step.each(Resource.DATABASE_TRANSACTIONS, millis);
  }

  /** Holding of connections, of one database. */
  Times connections(String database) {
    return held(Place.of(Resource.APPLICATION_JDBC_POOL, database));
  }

  /** Waits for slots. */
  Times waits(Place place) {
    return new Times(waited(place, low), waited(place, high));
  }

  private static double waited(Place place, StepFigures step) {
    Slots slots = step.slots(place);
    return slots == null || slots.waiting() == null
        ? Double.NaN
        : step.millisEach(place.resource(), slots.waiting());
  }

  /** Time in the application without waits for connections, beans and their threads. */
  Times application() {
    Times servlets = new Times(low.servletMillisEach(), high.servletMillisEach());
    for (int i = 0; i < nested().size(); i++) {
      Place place = nested().get(i).place();
      if (WAITED_FOR.contains(place.resource())) {
        servlets = servlets.minus(waits(place));
      }
    }
    return servlets;
  }

  /** The CPU of a tier or database is high enough for waiting. */
  boolean busy(Place cpu) {
    Cpu used = high.cpu(cpu);
    return used != null && used.utilization() >= BUSY;
  }
}
