package dev.scalelab.operator.diagnosis;

import dev.scalelab.operator.platform.Tier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Why a verdict may be wrong. With one doubt it is less sure, with more there is no verdict. */
final class Checks {
  private static final double AT_BOUND = 0.85;
  private static final double UNEXPLAINED = 0.2;
  private static final double AGREED = 2.0 / 3;

  /** Throughput can rise by a twentieth at most, whatever the response time consists of. */
  private static final double USED_UP = 0.95;

  private Checks() {}

  /**
   * The doubts of the only candidate. Those about times are one if a CPU is used up: it limits by
   * the utilization law, whatever they are.
   *
   * @param agreement part of the rounds that come to the same verdict alone
   */
  static List<String> doubts(Contrast contrast, Limit limit, double agreement) {
    boolean fails = limit.place().resource().failsRequests();
    List<String> doubts =
        fails
            ? new ArrayList<>(List.of("requests fail instead of waiting, so that no time shows it"))
            : ofTimes(contrast, limit);
    if (doubts.size() > 1 && isCpuUsedUp(contrast, limit)) {
      doubts = new ArrayList<>(List.of(String.join(", and ", doubts)));
    }
    if (!fails && isFarFromBound(contrast, limit)) {
      doubts.add("throughput is not near its bound");
    }
    if (otherCpuBusy(contrast, limit)) {
      doubts.add("another CPU is busy too");
    }
    if (!complete(contrast.low()) || !complete(contrast.high())) {
      doubts.add("figures are missing");
    }
    if (contrast.low().drifts() || contrast.high().drifts()) {
      doubts.add("a step was not steady");
    }
    if (agreement < AGREED) {
      doubts.add("the rounds do not agree");
    }
    return doubts;
  }

  /** Doubts about what the response time consists of. */
  private static List<String> ofTimes(Contrast contrast, Limit limit) {
    List<String> doubts = new ArrayList<>();
    if (limit.share() == null) {
      doubts.add("how much of the response time it explains is unknown");
    } else if (!limit.explainsMost()) {
      String growth = limit.share().of() == Share.Of.GROWTH ? "the growth of " : "";
      doubts.add("it explains less than half of " + growth + limit.share().text());
    }
    if (!contrast.startsIdle()) {
      doubts.add("there is no step with little load");
    }
    if (unexplained(contrast.high(), limit)) {
      doubts.add("the parts of the response time do not add up");
    }
    return doubts;
  }

  private static boolean isFarFromBound(Contrast contrast, Limit limit) {
    return limit.boundPerSecond() == null
        || contrast.high().perSecond() < AT_BOUND * limit.boundPerSecond();
  }

  private static boolean isCpuUsedUp(Contrast contrast, Limit limit) {
    return contrast.high().cpus().containsKey(limit.place()) && limit.utilization() >= USED_UP;
  }

  private static boolean otherCpuBusy(Contrast contrast, Limit limit) {
    Place own =
        limit.place().resource() == Resource.APPLICATION_HEAP
            ? Place.of(Resource.APPLICATION_CPU)
            : limit.place();
    for (Place place : contrast.high().cpus().keySet()) {
      if (!place.equals(own) && contrast.busy(place)) {
        return true;
      }
    }
    return false;
  }

  /** The balancer's own time, and that of the network, are a part of what is not explained. */
  private static boolean unexplained(StepFigures step, Limit limit) {
    TimeBreakdown breakdown = TimeBreakdown.of(step);
    return breakdown != null
        && !limit.place().resource().isOf(Tier.BALANCER)
        && limit.place().resource() != Resource.NETWORK
        && Math.abs(breakdown.unexplained()) > UNEXPLAINED * step.meanMillis();
  }

  /** Without these figures another resource may be the limit. */
  private static boolean complete(StepFigures step) {
    return step.meanMillis() != null
        && step.servletMillis() != null
        && step.cpus().containsKey(Place.of(Resource.APPLICATION_CPU))
        && step.cpus().containsKey(Place.of(Resource.BALANCER_CPU))
        && step.slots().containsKey(Place.of(Resource.APPLICATION_WEB_THREADS))
        && hasOne(step.cpus(), Resource.DATABASE_CPU)
            == hasOne(step.slots(), Resource.APPLICATION_JDBC_POOL);
  }

  private static boolean hasOne(Map<Place, ?> places, Resource kind) {
    for (Place place : places.keySet()) {
      if (place.resource() == kind) {
        return true;
      }
    }
    return false;
  }
}
