package dev.scalelab.operator.diagnosis;

import dev.scalelab.operator.api.TimePart;
import dev.scalelab.operator.measurement.Rounding;
import dev.scalelab.operator.platform.Tier;
import java.util.List;

/**
 * Where the mean response time of a transaction goes, in ms, outside in. Each part has a counter or
 * gauge of its own; what they miss of the client's mean is unexplained, and may be negative.
 */
record TimeBreakdown(
    double balancerQueue,
    double webQueue,
    double application,
    double beanWait,
    double jdbcWait,
    double idleInTransaction,
    double database,
    double locks,
    double io,
    double commits,
    double unexplained) {

  /**
   * The breakdown of a step; null if its response time or the time in the application is unknown.
   */
  static TimeBreakdown of(StepFigures step) {
    if (step.meanMillis() == null || step.servletMillis() == null || step.perSecond() <= 0) {
      return null;
    }
    double balancerQueue = waits(step, Resource.BALANCER_MAX_REQUESTS);
    double webQueue = waits(step, Resource.APPLICATION_WEB_THREADS);
    double beanWait =
        waits(step, Resource.APPLICATION_BEAN_POOL)
            + waits(step, Resource.APPLICATION_BEAN_THREADS);
    double jdbcWait = waits(step, Resource.APPLICATION_JDBC_POOL);
    double locks = inDatabase(step, Resource.DATABASE_LOCKS);
    double io = inDatabase(step, Resource.DATABASE_IO);
    double commits = inDatabase(step, Resource.DATABASE_WAL);
    double idle =
        step.activeMillis() == null || step.idleMillis() == null ? 0 : step.each(step.idleMillis());
    double used = step.activeMillis() == null ? held(step) : step.each(step.activeMillis());
    double database = Math.max(0, used - locks - io - commits);
    double servlets = step.each(step.servletMillis());
    double inDatabase = database + locks + io + commits;
    double application = Math.max(0, servlets - beanWait - jdbcWait - idle - inDatabase);
    double known = balancerQueue + webQueue + application + beanWait + jdbcWait + idle + inDatabase;
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

  /** Before the servers' threads. */
  double queues() {
    return balancerQueue + webQueue;
  }

  private static double waits(StepFigures step, Resource kind) {
    double sum = 0;
    for (int i = 0; i < step.slots().size(); i++) {
      Slots slots = step.slots().get(i);
      if (slots.place().resource() == kind && slots.waiting() != null) {
        sum += step.millisEach(slots.waiting());
      }
    }
    return sum;
  }

  private static double inDatabase(StepFigures step, Resource kind) {
    double sum = 0;
    for (int i = 0; i < step.databaseWaits().size(); i++) {
      Waits waits = step.databaseWaits().get(i);
      if (waits.place().resource() == kind) {
        sum += step.millisEach(waits.number());
      }
    }
    return sum;
  }

  private static double held(StepFigures step) {
    double sum = 0;
    for (int i = 0; i < step.slots().size(); i++) {
      Slots slots = step.slots().get(i);
      if (slots.place().resource() == Resource.APPLICATION_JDBC_POOL) {
        sum += step.held(slots, slots.counted());
      }
    }
    return sum;
  }

  /** The parts by their names, those of the outside first. */
  List<TimePart> parts() {
    return List.of(
        part("balancerQueue", balancerQueue),
        part("webQueue", webQueue),
        part(Tier.APPLICATION.label(), application),
        part("beanWait", beanWait),
        part("jdbcWait", jdbcWait),
        part("idleInTransaction", idleInTransaction),
        part(Tier.DATABASE.label(), database),
        part("locks", locks),
        part("io", io),
        part("commits", commits),
        part("unexplained", unexplained));
  }

  private static TimePart part(String name, double millis) {
    return new TimePart(name, Rounding.two(millis));
  }
}
