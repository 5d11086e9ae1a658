package dev.scalelab.operator.diagnosis;

import dev.scalelab.operator.api.DatabaseEvidence;
import dev.scalelab.operator.api.Evidence;
import dev.scalelab.operator.measurement.Signal;
import java.util.ArrayList;
import java.util.List;

/** Reads how full the slots of a step were, from the inside out. */
final class MeasuredSlots {
  /** Besides connections: beans, their threads, web threads and requests. */
  private static final int KINDS = 4;

  private final Evidence evidence;
  private final SlotLimits limits;
  private final List<Slots> slots;

  /** A request holds its web thread, and its place at the balancer, for about as long. */
  private final Double servletMillis;

  MeasuredSlots(Evidence evidence, SlotLimits limits, int databases, Double servletMillis) {
    this.evidence = evidence;
    this.limits = limits;
    this.slots = new ArrayList<>(databases + KINDS);
    this.servletMillis = servletMillis;
  }

  /** All of them, after the connections to each database. */
  List<Slots> all() {
    beans();
    beanThreads();
    webThreads();
    balancer();
    return slots;
  }

  void connections(Place place, DatabaseEvidence database) {
    Double inUse = MeasuredFigures.of(database, Signal.JDBC_IN_USE);
    Double waited = MeasuredFigures.of(database, Signal.JDBC_WAITED);
    if (inUse != null && database.pool() != null && database.pool().size() != null) {
      slots.add(
          new Slots(
              place,
              inUse,
              limits.connections(database.name(), database.pool().size()),
              MeasuredFigures.of(database, Signal.JDBC_HELD),
              // The mean number that waits, by Little's law.
              waited == null ? null : (Double) (waited / 1000)));
    }
  }

  private void webThreads() {
    Double busy = MeasuredFigures.of(evidence, Signal.WEB_BUSY);
    if (busy != null
        && evidence.servers().webThreads() != null
        && evidence.servers().webThreads().size() != null) {
      slots.add(
          new Slots(
              Place.of(Resource.APPLICATION_WEB_THREADS),
              busy,
              limits.webThreads(evidence.servers().webThreads().size()),
              // Those of a call from one partition or tier to another are not in a servlet.
              evidence.partitions() == null ? servletMillis : null,
              MeasuredFigures.of(evidence, Signal.WEB_QUEUE)));
    }
  }

  private void balancer() {
    Double sessions = MeasuredFigures.of(evidence, Signal.BALANCER_SESSIONS);
    Double own = MeasuredFigures.of(evidence, Signal.BALANCER_SERVER_QUEUE);
    Double any = MeasuredFigures.of(evidence, Signal.BALANCER_QUEUE);
    if (sessions != null) {
      slots.add(
          new Slots(
              Place.of(Resource.BALANCER_MAX_REQUESTS),
              sessions,
              limits.requests(),
              servletMillis,
              own == null || any == null ? null : (Double) (own + any)));
    }
  }

  /** Instances of the bean that has the fewest left, by Little's law. */
  private void beans() {
    Double busy = MeasuredFigures.of(evidence, Signal.BEAN_BUSY);
    Double waited = MeasuredFigures.of(evidence, Signal.BEAN_WAITED);
    if (limits.beansEach() != null && busy != null) {
      slots.add(
          new Slots(
              Place.of(Resource.APPLICATION_BEAN_POOL),
              busy / 1000,
              limits.beans(),
              busy,
              waited == null ? null : (Double) (waited / 1000)));
    }
  }

  /** Threads of beans, by Little's law. */
  private void beanThreads() {
    Double busy = MeasuredFigures.of(evidence, Signal.BEAN_THREADS_BUSY);
    if (limits.beanThreadsEach() != null && busy != null) {
      slots.add(
          new Slots(
              Place.of(Resource.APPLICATION_BEAN_THREADS),
              busy,
              limits.beanThreads(),
              1000 * busy,
              MeasuredFigures.of(evidence, Signal.BEAN_THREADS_WAITED)));
    }
  }
}
