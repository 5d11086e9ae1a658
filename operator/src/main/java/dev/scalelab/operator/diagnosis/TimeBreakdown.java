package dev.scalelab.operator.diagnosis;

import dev.scalelab.operator.api.TimePart;
import dev.scalelab.operator.measurement.Rounding;
import dev.scalelab.operator.platform.Tier;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Where the mean response time of a transaction goes, in ms, outside in. Each part has a counter or
 * gauge of its own; what they miss of the client's mean is unexplained, and may be negative. A part
 * without figures is null, and its time is in the part around it.
 */
record TimeBreakdown(
    Double balancerQueue,
    Double webQueue,
    double application,
    Double beanWait,
    Double jdbcWait,
    Double idleInTransaction,
    Double database,
    Double locks,
    Double io,
    Double commits,
    double unexplained) {
  private static final int PARTS = 11;

  /**
   * The breakdown of a step; null if its response time or the time in the application is unknown.
   */
  static TimeBreakdown of(StepFigures step) {
    if (step.meanMillis() == null || step.servletMillis() == null || step.perSecond() <= 0) {
      return null;
    }
    Double balancerQueue = waits(step, Resource.BALANCER_MAX_REQUESTS);
    Double webQueue = waits(step, Resource.APPLICATION_WEB_THREADS);
    Double beanWait =
        plus(
            waits(step, Resource.APPLICATION_BEAN_POOL),
            waits(step, Resource.APPLICATION_BEAN_THREADS));
    Double jdbcWait = waits(step, Resource.APPLICATION_JDBC_POOL);
    Double locks = inDatabase(step, Resource.DATABASE_LOCKS);
    Double io = inDatabase(step, Resource.DATABASE_IO);
    Double commits = inDatabase(step, Resource.DATABASE_WAL);
    double waits = orZero(locks) + orZero(io) + orZero(commits);
    Double active = ofDatabases(step, DatabaseUse::activeMillis);
    Double used = active == null ? held(step) : active;
    Double database = used == null ? null : (Double) Math.max(0, used - waits);
    double others = orZero(beanWait) + orZero(jdbcWait) + orZero(database) + waits;
    Double idle = active == null ? null : idle(step, step.servletMillisEach() - others);
    double within = orZero(idle) + others;
    double application = Math.max(0, step.servletMillisEach() - within);
    double known = orZero(balancerQueue) + orZero(webQueue) + application + within;
    return new TimeBreakdown(
        balancerQueue,
        webQueue,
        application,
        beanWait,
        jdbcWait,
        idle,
        database,
        locks,
        io,
        commits,
        step.meanMillis() - known);
  }

  /**
   * A transaction that waits for one of several databases is idle in the others, which is no time
   * of its own.
   *
   * @param left in the application, besides all other parts
   */
  private static Double idle(StepFigures step, double left) {
    Double idle = ofDatabases(step, DatabaseUse::idleMillis);
    return idle == null || step.databaseUses().size() == 1
        ? idle
        : (Double) Math.max(0, Math.min(idle, left));
  }

  /** Before the servers' threads. */
  double queues() {
    return orZero(balancerQueue) + orZero(webQueue);
  }

  private static double orZero(Double part) {
    return part == null ? 0 : part;
  }

  /** Null if both are unknown: a system may have only one of them. */
  private static Double plus(Double one, Double other) {
    return one == null && other == null ? null : (Double) (orZero(one) + orZero(other));
  }

  /** Of all databases; null unless all of them report it. */
  private static Double ofDatabases(StepFigures step, Function<DatabaseUse, Double> time) {
    Resource kind = Resource.DATABASE_TRANSACTIONS;
    return sum(
        step.databaseUses(),
        kind,
        use -> time.apply(use) == null ? null : (Double) step.each(kind, time.apply(use)));
  }

  /** Of all slots of a kind; null unless all of them are known. */
  private static Double waits(StepFigures step, Resource kind) {
    return sum(
        step.slots(),
        kind,
        slots -> slots.waiting() == null ? null : (Double) step.millisEach(kind, slots.waiting()));
  }

  /** Of all databases; null if none reports them. */
  private static Double inDatabase(StepFigures step, Resource kind) {
    return sum(step.databaseWaits(), kind, waits -> step.millisEach(kind, waits.number()));
  }

  /** Null if nothing is known of any connection. */
  private static Double held(StepFigures step) {
    return sum(
        step.slots(), Resource.APPLICATION_JDBC_POOL, slots -> step.held(slots, slots.counted()));
  }

  /** Of all figures of a kind; null if there are none, or if one of their times is. */
  private static <T extends Placed> Double sum(
      List<T> figures, Resource kind, Function<T, Double> millis) {
    Double sum = null;
    for (int i = 0; i < figures.size(); i++) {
      if (figures.get(i).place().resource() == kind) {
        Double one = millis.apply(figures.get(i));
        if (one == null) {
          return null;
        }
        sum = orZero(sum) + one;
      }
    }
    return sum;
  }

  /** The known parts by their names, those of the outside first. */
  List<TimePart> parts() {
    List<TimePart> parts = new ArrayList<>(PARTS);
    add("balancerQueue", balancerQueue, parts);
    add("webQueue", webQueue, parts);
    add(Tier.APPLICATION.label(), application, parts);
    add("beanWait", beanWait, parts);
    add("jdbcWait", jdbcWait, parts);
    add("idleInTransaction", idleInTransaction, parts);
    add(Tier.DATABASE.label(), database, parts);
    add("locks", locks, parts);
    add("io", io, parts);
    add("commits", commits, parts);
    add("unexplained", unexplained, parts);
    return parts;
  }

  private static void add(String name, Double millis, List<TimePart> parts) {
    if (millis != null) {
      parts.add(new TimePart(name, Rounding.two(millis.doubleValue())));
    }
  }
}
