package dev.scalelab.operator.diagnosis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Which resources may be the limit. Slots fill because something inside became slower: only slots
 * whose holding time did not grow are a limit themselves.
 */
final class Rules {
  private static final double GC_PERCENT = 20;
  private static final double HEAP_PERCENT = 85;

  /** From here on a host is full. */
  static final double HOST_PERCENT = 95;

  private static final double PRESSURE = 0.5;
  private static final double DROPPED_PERCENT = 0.1;
  private static final double CONNECTIONS_PERCENT = 95;
  private static final double ADMITTED = 0.95;
  private static final double FAILED_PERCENT = 5;
  private static final double HELD_LONGER = 1.3;
  private static final double SYMPTOM = 2;
  private static final double FAR_MORE = 2;

  private final Contrast contrast;
  private final StepFigures high;
  private final Limits limits;

  Rules(Contrast contrast) {
    this.contrast = contrast;
    this.high = contrast.high();
    this.limits = new Limits(contrast);
  }

  /** One is the verdict; none and several are not determined. */
  List<Limit> candidates() {
    List<Limit> refusals = refusals();
    if (!refusals.isEmpty()) {
      return refusals;
    }
    if (isImbalance()) {
      return imbalance();
    }
    List<Limit> found = cpus();
    found.addAll(slots(HELD_LONGER));
    if (found.isEmpty()) {
      found.addAll(host());
    }
    if (found.isEmpty()) {
      found.addAll(timeouts());
    }
    if (found.isEmpty() && high.maxUtilization() < Contrast.BUSY) {
      found.addAll(times());
      if (!found.isEmpty()) {
        // Their holding time has not grown enough to show whether they wait or are waited for.
        found.addAll(slots(SYMPTOM));
      }
    }
    return found;
  }

  /** Those by which requests fail, as counts show them, without the time of any transaction. */
  List<Limit> failing() {
    List<Limit> found = refusals();
    return found.isEmpty() && cpus().isEmpty() && host().isEmpty() ? timeouts() : found;
  }

  /**
   * All CPU of one is busy, or the servers wait for one although their limits do not hold them. A
   * host that others keep busy was full while this system was idle too, and says nothing about it.
   */
  private List<Limit> host() {
    Double before = contrast.low().fullestHost();
    if (before != null && before >= HOST_PERCENT && contrast.startsIdle()) {
      return List.of();
    }
    Place host = Place.of(Resource.HOST_CPU);
    if (isFull(high.fullestHost())) {
      double used = high.fullestHost() / 100;
      return List.of(new Limit(host, used, high.perSecond() / used, null));
    }
    Cpu servers = high.wholeCpu(Place.of(Resource.APPLICATION_CPU));
    boolean waits =
        high.cpuPressure() != null
            && high.cpuPressure() >= PRESSURE
            && servers != null
            && servers.unthrottled();
    double used = high.fullestHost() == null ? 0 : high.fullestHost() / 100;
    return waits ? List.of(new Limit(host, used, high.perSecond(), null)) : List.of();
  }

  /** Packets that are sent again arrive late. */
  private List<Limit> network() {
    return high.droppedPercent() != null && high.droppedPercent() >= DROPPED_PERCENT
        ? List.of(limits.time(Place.of(Resource.NETWORK)))
        : List.of();
  }

  /**
   * No slots are full, and those who give up are most of those who fail. Behind full slots they
   * give up because of what holds these.
   */
  private List<Limit> timeouts() {
    return high.timeoutPercent() != null
            && high.timeoutPercent() >= FAILED_PERCENT
            && !contrast.slotsFull()
        ? List.of(new Limit(Place.of(Resource.CLIENT_TIMEOUT), 0, null, null))
        : List.of();
  }

  private boolean isImbalance() {
    Cpu servers = high.wholeCpu(Place.of(Resource.APPLICATION_CPU));
    return servers != null
        && servers.busiestFull()
        && high.cpu(Place.of(Resource.APPLICATION_CPU)).utilization() < Cpu.BALANCED;
  }

  /** It distorts all the rest, except the CPU of another tier that is full too. */
  private List<Limit> imbalance() {
    Place servers = Place.of(Resource.APPLICATION_CPU);
    double busiest = high.wholeCpu(servers).busiestPercent();
    List<Limit> found = new ArrayList<>();
    found.add(
        new Limit(
            Place.of(Resource.BALANCER_IMBALANCE),
            busiest / 100,
            high.perSecond() * 100 / busiest,
            null));
    for (Limit full : cpus()) {
      if (!full.usedUp().equals(servers)) {
        found.add(full);
      }
    }
    return found;
  }

  /** Connections that the balancer or a database refuses. */
  private List<Limit> refusals() {
    if (high.connectionsPercent() != null && high.connectionsPercent() >= CONNECTIONS_PERCENT) {
      return List.of(
          new Limit(
              Place.of(Resource.BALANCER_CONNECTIONS),
              high.connectionsPercent() / 100,
              null,
              null));
    }
    return refusing();
  }

  /** Databases that have admitted all connections, while transactions fail without one. */
  private List<Limit> refusing() {
    if (high.unavailablePercent() == null || high.unavailablePercent() < FAILED_PERCENT) {
      return List.of();
    }
    List<Limit> found = new ArrayList<>();
    high.admitted()
        .forEach(
            (place, used) -> {
              if (used >= ADMITTED) {
                found.add(new Limit(place, used, null, null));
              }
            });
    return found;
  }

  private List<Limit> cpus() {
    List<Limit> full = new ArrayList<>(1);
    for (int i = 0; i < high.cpus().size(); i++) {
      Place place = high.cpus().get(i).place();
      if (!high.cpu(place).full()) {
        continue;
      }
      if (isHeap(place)) {
        full.add(limits.heap());
      } else {
        addFull(place, full);
      }
    }
    return full;
  }

  private void addFull(Place place, List<Limit> full) {
    for (Limit limit : limits.cpus(place)) {
      Cpu cpu = high.cpu(place, limit.partition());
      if (cpu.full() && !fillsTheHost(cpu)) {
        full.add(limit);
      }
    }
  }

  /**
   * Its limit never held it back: it could not use more because the hosts had no more. If only one
   * of them is full, it may be on another.
   */
  private boolean fillsTheHost(Cpu cpu) {
    return cpu.unthrottled() && isFull(high.hostPercent()) && !host().isEmpty();
  }

  private static boolean isFull(Double hostPercent) {
    return hostPercent != null && hostPercent >= HOST_PERCENT;
  }

  /** A heap that is too small consumes the CPU. */
  private boolean isHeap(Place cpu) {
    return cpu.resource() == Resource.APPLICATION_CPU
        && high.gcPercent() != null
        && high.gcPercent() >= GC_PERCENT
        && high.heapPercent() != null
        && high.heapPercent() >= HEAP_PERCENT;
  }

  /**
   * Only the innermost full ones, unless they are held longer than with little load; of connections
   * those to each database.
   *
   * @param longer how many times
   */
  private List<Limit> slots(double longer) {
    List<Limit> full = new ArrayList<>(1);
    for (int i = 0; i < contrast.nested().size(); i++) {
      Slots slots = contrast.nested().get(i);
      boolean innermost =
          full.isEmpty() || full.get(0).place().resource() == slots.place().resource();
      if (innermost && slots.full() && heldNoLonger(slots.place(), longer)) {
        full.add(limits.slots(slots));
      }
    }
    return full;
  }

  private boolean heldNoLonger(Place slots, double longer) {
    Times held = contrast.held(slots);
    return held.known() && held.high() < longer * held.low();
  }

  /**
   * Times that explain most of the growth; locks are also part of the time in transactions. One
   * that explains far more than all others is the only one.
   */
  private List<Limit> times() {
    List<Limit> found = new ArrayList<>();
    for (Slots slots : contrast.nested()) {
      Place pool = slots.place();
      if (pool.resource() == Resource.APPLICATION_JDBC_POOL) {
        Limits.WAITS.forEach(kind -> found.add(limits.time(Place.of(kind, pool.database()))));
        found.add(limits.time(Place.of(Resource.DATABASE_TRANSACTIONS, pool.database())));
        found.add(limits.time(Place.of(Resource.APPLICATION_IN_TRANSACTION, pool.database())));
      }
    }
    found.addAll(network());
    found.removeIf(limit -> !limit.explainsMost());
    found.sort(Comparator.comparingDouble((Limit limit) -> -limit.share().fraction()));
    boolean farMore =
        found.size() > 1
            && found.get(0).share().fraction() >= FAR_MORE * found.get(1).share().fraction();
    return farMore ? new ArrayList<>(found.subList(0, 1)) : found;
  }
}
