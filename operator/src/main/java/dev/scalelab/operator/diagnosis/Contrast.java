package dev.scalelab.operator.diagnosis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What changes from a step with little load to one with much. Times are ms per transaction.
 *
 * @param nested the slots of all kinds, from the inside out
 */
record Contrast(StepFigures low, StepFigures high, List<Place> nested) {
  /** CPU that may already cause delays: from here on what grows inside may be waiting for it. */
  static final double BUSY = 0.75;

  /** A low step must leave every resource mostly idle, so that its times are without waiting. */
  private static final double IDLE = 0.5;

  /** A step that completes less than this fraction of the peak is distorted by its errors. */
  private static final double OF_PEAK = 0.8;

  /** Slots from the inside out; there may be several JDBC pools. */
  private static final List<Resource> NESTED =
      List.of(
          Resource.APPLICATION_JDBC_POOL,
          Resource.APPLICATION_BEAN_POOL,
          Resource.APPLICATION_BEAN_THREADS,
          Resource.APPLICATION_WEB_THREADS,
          Resource.BALANCER_MAX_REQUESTS);

  /** Those for which requests wait within the application. */
  private static final Set<Resource> WAITED_FOR =
      EnumSet.of(
          Resource.APPLICATION_JDBC_POOL,
          Resource.APPLICATION_BEAN_POOL,
          Resource.APPLICATION_BEAN_THREADS);

  Contrast(StepFigures low, StepFigures high) {
    this(low, high, nested(high));
  }

  private static List<Place> nested(StepFigures high) {
    List<Place> nested = new ArrayList<>(high.slots().keySet());
    nested.sort(Comparator.comparingInt(place -> NESTED.indexOf(place.resource())));
    return nested;
  }

  /**
   * The lowest step, and the last one that is not far below the peak.
   *
   * @param steps in the order of their load; empty without two of them that completed something
   */
  static Optional<Contrast> of(List<StepFigures> steps) {
    List<StepFigures> some = new ArrayList<>(steps.size());
    double peak = 0;
    for (StepFigures step : steps) {
      if (step.perSecond() > 0) {
        some.add(step);
        peak = Math.max(peak, step.perSecond());
      }
    }
    if (some.size() < 2) {
      return Optional.empty();
    }
    StepFigures high = some.get(0);
    for (StepFigures step : some) {
      high = step.perSecond() >= OF_PEAK * peak ? step : high;
    }
    return Optional.of(new Contrast(some.get(0), high));
  }

  /** Whether the low step is one without waiting. */
  boolean startsIdle() {
    for (Slots slots : low.slots().values()) {
      if (slots.full()) {
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

  boolean isFull(Place slots) {
    return high.slots().get(slots).full();
  }

  /** How long a transaction holds a slot; null if unknown. */
  Double held(Place place, StepFigures step) {
    Slots slots = step.slots().get(place);
    Slots before = low.slots().get(place);
    Slots after = high.slots().get(place);
    if (before == null || after == null) {
      return null;
    }
    // By the same measure in both steps, or a difference of the measures would look like growth.
    // With little load a sample often meets none in use, so that only the other step can tell.
    return slots.heldMillis(step.perSecond(), after.counted() && before.heldMillis() != null);
  }

  /**
   * How much of the time around it a part explains; if little load is too much for the objectives
   * already, of the response time under that. Null if one of them is unknown.
   *
   * @param outer the innermost full slots around it; empty for the whole response time
   */
  Share share(Times part, Optional<Place> outer) {
    if (low.misses() && startsIdle()) {
      return Share.withLittleLoad(part, new Times(low.meanMillis(), high.meanMillis()));
    }
    return outer.isPresent()
        ? Share.of(part, new Times(held(outer.get(), low), held(outer.get(), high)), outer.get())
        : Share.of(part, new Times(low.meanMillis(), high.meanMillis()), null);
  }

  /** One time in both steps. */
  record Times(Double low, Double high) {
    static final Times ZERO = new Times(0.0, 0.0);

    boolean known() {
      return low != null && high != null;
    }

    Times plus(Times other) {
      return known() && other.known()
          ? new Times(low + other.low, high + other.high)
          : new Times(null, null);
    }

    Times minus(Times other) {
      return known() && other.known()
          ? new Times(low - other.low, high - other.high)
          : new Times(null, null);
    }
  }

  /** The innermost full slots outside of a kind of slots, or of the database for null. */
  Optional<Place> fullAround(Resource inner) {
    int from = inner == null ? 0 : NESTED.indexOf(inner) + 1;
    for (Place slots : nested) {
      if (NESTED.indexOf(slots.resource()) >= from && isFull(slots)) {
        return Optional.of(slots);
      }
    }
    return Optional.empty();
  }

  /** Waits of one kind in a database. */
  Times databaseWaits(Place place) {
    Double before = low.databaseWaits().get(place);
    Double after = high.databaseWaits().get(place);
    return new Times(
        before == null ? null : (Double) low.millisEach(before),
        after == null ? null : (Double) high.millisEach(after));
  }

  /** Holding of connections, of one database. */
  Times connections(String database) {
    Place place = Place.of(Resource.APPLICATION_JDBC_POOL, database);
    return new Times(held(place, low), held(place, high));
  }

  /** Waits for slots. */
  Times waits(Place place) {
    return new Times(waited(place, low), waited(place, high));
  }

  private static Double waited(Place place, StepFigures step) {
    Slots slots = step.slots().get(place);
    return slots == null || slots.waiting() == null
        ? null
        : (Double) step.millisEach(slots.waiting());
  }

  /** Time in the application without waits for connections, beans and their threads. */
  Times application() {
    Times servlets =
        new Times(
            low.servletMillis() == null ? null : (Double) (low.servletMillis() / low.perSecond()),
            high.servletMillis() == null
                ? null
                : (Double) (high.servletMillis() / high.perSecond()));
    for (Place place : nested()) {
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
