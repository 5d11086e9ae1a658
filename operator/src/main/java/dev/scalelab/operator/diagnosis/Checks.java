package dev.scalelab.operator.diagnosis;

import dev.scalelab.operator.platform.Tier;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Why a verdict may be wrong. With one doubt it is less sure, with more there is no verdict. */
final class Checks {
  private static final double AT_BOUND = 0.85;
  private static final double UNEXPLAINED = 0.2;
  private static final double AGREED = 2.0 / 3;

  /** Throughput can rise by a twentieth at most, whatever the response time consists of. */
  private static final double USED_UP = 0.95;

  private Checks() {}

  /**
   * The doubts of the only candidate. Those about times and missing figures are one if a CPU is
   * used up: it limits by the utilization law, whatever they are. A database without CPU does not
   * even report its figures.
   *
   * @param fields those that raise resources
   * @param times where the response time under much load goes; null if unknown
   * @param agreement part of the rounds that come to the same verdict alone
   */
  static List<String> doubts(
      Contrast contrast, Fields fields, TimeBreakdown times, Limit limit, double agreement) {
    boolean fails = limit.place().resource().failsRequests();
    List<String> doubts =
        fails
            ? new ArrayList<>(List.of("requests fail instead of waiting, so that no time shows it"))
            : ofTimes(contrast, times, limit);
    Set<String> missing = missing(contrast, !fails);
    if (!missing.isEmpty()) {
      doubts.add("figures are missing (" + String.join(", ", missing) + ")");
    }
    if (doubts.size() > 1 && isCpuUsedUp(contrast, limit)) {
      doubts = new ArrayList<>(List.of(String.join(", and ", doubts)));
    }
    // A heap that is too small has used up the CPU, which is how it is found.
    boolean bounded = !fails && limit.place().resource() != Resource.APPLICATION_HEAP;
    if (bounded && limit.boundPerSecond() == null) {
      doubts.add("it has no bound to compare the throughput with");
    } else if (bounded && contrast.high().perSecond() < AT_BOUND * limit.boundPerSecond()) {
      doubts.add("throughput is not near its bound");
    }
    if (otherCpuBusy(contrast, limit) || otherTierBusy(contrast.high(), fields, limit)) {
      doubts.add("another CPU is busy too");
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
  private static List<String> ofTimes(Contrast contrast, TimeBreakdown times, Limit limit) {
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
    if (unexplained(contrast.high(), times, limit)) {
      doubts.add("the parts of the response time do not add up");
    }
    return withStream(contrast, limit, doubts);
  }

  /**
   * What a visitor's times are among those of a stream's orders is not known, so they count once.
   */
  private static List<String> withStream(Contrast contrast, Limit limit, List<String> doubts) {
    boolean needsTimes = contrast.high().cpu(limit.usedUp()) == null;
    if (contrast.high().streamPerSecond() <= 0 || !needsTimes && doubts.isEmpty()) {
      return doubts;
    }
    doubts.add("its times are also those of the stream's orders");
    return new ArrayList<>(List.of(String.join(", and ", doubts)));
  }

  private static boolean isCpuUsedUp(Contrast contrast, Limit limit) {
    Cpu cpu = contrast.high().cpu(limit.usedUp(), limit.partition());
    return cpu != null && cpu.utilization() >= USED_UP;
  }

  /**
   * A CPU that makes requests wait explains none that fail, unless it is full. That of the servers
   * is part of an imbalance, and what no limit held back is what fills a host.
   */
  private static boolean otherCpuBusy(Contrast contrast, Limit limit) {
    Resource resource = limit.place().resource();
    Place own =
        resource == Resource.BALANCER_IMBALANCE
            ? Place.of(Resource.APPLICATION_CPU)
            : limit.usedUp();
    for (Cpu cpu : contrast.high().cpus()) {
      boolean busy =
          resource.failsRequests()
              ? contrast.high().cpu(cpu.place()).full()
              : contrast.busy(cpu.place());
      boolean fills =
          resource == Resource.HOST_CPU && contrast.high().cpu(cpu.place()).unthrottled();
      if (busy && !fills && !cpu.place().equals(own)) {
        return true;
      }
    }
    return false;
  }

  /** Servers of another tier may have a field of their own, so that they do not get more too. */
  private static boolean otherTierBusy(StepFigures step, Fields fields, Limit limit) {
    boolean busy = false;
    if (limit.partition() != null) {
      for (Map.Entry<String, Cpu> other : step.partitions().entrySet()) {
        busy |=
            other.getValue().utilization() >= Contrast.BUSY
                && !fields.raiseBoth(limit, limit.of(other.getKey()));
      }
    }
    return busy;
  }

  /**
   * The balancer's own time, and that of the network, are a part of what is not explained. A full
   * host delays everything, also what no figure shows. Requests that still wait before the servers
   * at the end of an overload are in the queues, but not in the response time.
   */
  private static boolean unexplained(StepFigures step, TimeBreakdown times, Limit limit) {
    return times != null
        && !limit.place().resource().isOf(Tier.BALANCER)
        && limit.place().resource() != Resource.NETWORK
        && limit.place().resource() != Resource.HOST_CPU
        && (times.unexplained() > UNEXPLAINED * step.meanMillis()
            || -times.unexplained() - times.queues() > UNEXPLAINED * step.meanMillis());
  }

  /**
   * The figures without which another resource may be the limit.
   *
   * @param times whether those of times are among them
   */
  static Set<String> missing(Contrast contrast, boolean times) {
    Set<String> missing = new LinkedHashSet<>(0);
    if (times) {
      addMissingTimes(contrast.low(), missing);
      addMissingTimes(contrast.high(), missing);
    }
    addMissing(contrast.low(), missing);
    addMissing(contrast.high(), missing);
    return missing;
  }

  private static void addMissingTimes(StepFigures step, Set<String> missing) {
    if (step.meanMillis() == null) {
      missing.add("response time");
    }
    if (step.servletMillis() == null) {
      missing.add("time in the application");
    }
  }

  private static void addMissing(StepFigures step, Set<String> missing) {
    missing.addAll(step.missing());
    if (step.gcPercent() == null) {
      missing.add("garbage collection");
    }
    if (step.heapPercent() == null) {
      missing.add("heap");
    }
    if (step.hostPercent() == null) {
      missing.add("host CPU");
    }
    addMissing(Resource.APPLICATION_CPU, step.cpus(), missing);
    addMissing(Resource.BALANCER_CPU, step.cpus(), missing);
    addMissing(Resource.APPLICATION_WEB_THREADS, step.slots(), missing);
    if (Placed.any(Resource.APPLICATION_JDBC_POOL, step.slots())) {
      addMissing(Resource.DATABASE_CPU, step.cpus(), missing);
    }
    if (Placed.any(Resource.DATABASE_CPU, step.cpus())) {
      addMissing(Resource.APPLICATION_JDBC_POOL, step.slots(), missing);
    }
  }

  private static void addMissing(
      Resource kind, List<? extends Placed> figures, Set<String> missing) {
    if (!Placed.any(kind, figures)) {
      missing.add(kind.text());
    }
  }
}
