package dev.scalelab.operator.diagnosis;

import dev.scalelab.operator.api.DatabaseEvidence;
import dev.scalelab.operator.api.Evidence;
import dev.scalelab.operator.api.PartitionUse;
import dev.scalelab.operator.api.RequestFailures;
import dev.scalelab.operator.api.SteadyVerdict;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.TierUse;
import dev.scalelab.operator.measurement.Signal;
import dev.scalelab.operator.platform.Tier;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Reads the figures of a measured step. */
final class MeasuredFigures {
  private static final double MOST = 0.9;

  private static final Map<Resource, Signal> WAITS =
      Map.of(
          Resource.DATABASE_LOCKS, Signal.LOCK_WAITERS,
          Resource.DATABASE_IO, Signal.DATABASE_IO,
          Resource.DATABASE_WAL, Signal.DATABASE_COMMITS);

  private final StepResult step;
  private final Evidence evidence;
  private final List<TierUse> tiers;
  private final List<DatabaseEvidence> databases;
  private final int servers;
  private final SlotLimits limits;

  private MeasuredFigures(StepResult step, SlotLimits limits) {
    this.step = step;
    this.evidence = step.evidence();
    this.tiers = evidence.tiers() == null ? List.of() : evidence.tiers();
    this.databases = evidence.databases() == null ? List.of() : evidence.databases();
    this.servers = limits.servers();
    this.limits = limits;
  }

  /** The figures of a step that has evidence. */
  static StepFigures of(StepResult step, SlotLimits limits) {
    return new MeasuredFigures(step, limits).all();
  }

  private StepFigures all() {
    boolean reported = evidence.servers() != null;
    return StepFiguresBuilder.builder()
        .perSecond(step.counts().completed() / step.window().seconds())
        .meanMillis(step.responseTimes() == null ? null : step.responseTimes().meanMillis())
        .cpus(cpus())
        .partitions(partitions())
        .slots(slots())
        .databaseWaits(databaseWaits())
        .activeMillis(ofAll(Signal.DATABASE_ACTIVE))
        .idleMillis(ofAll(Signal.DATABASE_IDLE_IN_TRANSACTION))
        .servletMillis(servletMillis())
        .gcPercent(reported ? evidence.servers().gcPercent() : null)
        .heapPercent(reported ? evidence.servers().heapPercent() : null)
        .hostPercent(evidence.hostCpuPercent())
        .cpuPressure(cpuPressure())
        .droppedPercent(droppedPercent())
        .connectionsPercent(connectionsPercent())
        .admitted(admitted())
        .unavailablePercent(failedPercent(RequestFailures::unavailable))
        .timeoutPercent(failedPercent(RequestFailures::timedOut))
        .misses(Boolean.FALSE.equals(step.objectivesMet()))
        .drifts(step.steady() != null && step.steady().verdict() == SteadyVerdict.NOT_STEADY)
        .build();
  }

  /** A request holds its web thread, and its place at the balancer, for about as long. */
  private Double servletMillis() {
    Double seconds = signal(Signal.SERVLET);
    return seconds == null ? null : (Double) (1000 * seconds);
  }

  private Map<Place, Cpu> cpus() {
    Map<Place, Cpu> cpus = new LinkedHashMap<>();
    for (DatabaseEvidence database : databases) {
      if (database.cpuCores() != null && database.cpuLimitCores() != null) {
        cpus.put(
            place(Resource.DATABASE_CPU, database),
            new Cpu(
                database.cpuCores(),
                database.cpuLimitCores(),
                databases.size() <= 1 ? throttled(Tier.DATABASE) : null,
                null));
      }
    }
    for (TierUse tier : tiers) {
      Resource resource = Resource.cpuOf(tier.tier()).orElse(null);
      if (resource != null
          && resource != Resource.DATABASE_CPU // of each database, above
          && tier.cpuCores() != null
          && tier.cpuLimitCores() != null) {
        cpus.put(
            Place.of(resource),
            new Cpu(
                tier.cpuCores(),
                tier.cpuLimitCores(),
                tier.throttledPercent(),
                tier.busiestPercent()));
      }
    }
    return cpus;
  }

  /** Empty unless the CPU of each is known: one that is not may be the fullest. */
  private Map<String, Cpu> partitions() {
    if (evidence.partitions() == null) {
      return Map.of();
    }
    Double throttled = throttled(Tier.APPLICATION);
    Map<String, Cpu> cpus = new LinkedHashMap<>();
    for (PartitionUse partition : evidence.partitions()) {
      if (partition.cpuCores() == null || partition.cpuLimitCores() == null) {
        return Map.of();
      }
      cpus.put(
          partition.name(),
          new Cpu(partition.cpuCores(), partition.cpuLimitCores(), throttled, null));
    }
    return cpus;
  }

  /** Throttling is known of whole tiers only; null if unknown. */
  private Double throttled(Tier of) {
    for (TierUse tier : tiers) {
      if (tier.tier().equals(of.label())) {
        return tier.throttledPercent();
      }
    }
    return null;
  }

  private Place place(Resource resource, DatabaseEvidence database) {
    return Place.of(resource, databases.size() > 1 ? database.name() : null);
  }

  private Map<Place, Slots> slots() {
    Map<Place, Slots> slots = new LinkedHashMap<>();
    for (DatabaseEvidence database : databases) {
      Double inUse = of(database, Signal.JDBC_IN_USE);
      Double waited = of(database, Signal.JDBC_WAITED);
      if (inUse != null && database.pool() != null && database.pool().size() != null) {
        slots.put(
            place(Resource.APPLICATION_JDBC_POOL, database),
            new Slots(
                inUse,
                limits.connections(database.name(), database.pool().size()),
                of(database, Signal.JDBC_HELD),
                // The mean number that waits, by Little's law.
                waited == null ? null : (Double) (waited / 1000)));
      }
    }
    beans(slots);
    beanThreads(slots);
    Double busy = signal(Signal.WEB_BUSY);
    if (busy != null
        && evidence.servers().webThreads() != null
        && evidence.servers().webThreads().size() != null) {
      slots.put(
          Place.of(Resource.APPLICATION_WEB_THREADS),
          new Slots(
              busy,
              limits.webThreads(evidence.servers().webThreads().size()),
              // Those of a call from one partition or tier to another are not in a servlet.
              evidence.partitions() == null ? servletMillis() : null,
              signal(Signal.WEB_QUEUE)));
    }
    Double sessions = signal(Signal.BALANCER_SESSIONS);
    if (sessions != null) {
      slots.put(
          Place.of(Resource.BALANCER_MAX_REQUESTS),
          new Slots(sessions, limits.requests(), servletMillis(), balancerQueue()));
    }
    return slots;
  }

  /** Instances of the bean that has the fewest left, by Little's law. */
  private void beans(Map<Place, Slots> slots) {
    Double busy = signal(Signal.BEAN_BUSY);
    Double waited = signal(Signal.BEAN_WAITED);
    if (limits.beansEach() != null && busy != null) {
      slots.put(
          Place.of(Resource.APPLICATION_BEAN_POOL),
          new Slots(
              busy / 1000, limits.beans(), busy, waited == null ? null : (Double) (waited / 1000)));
    }
  }

  /** Threads of beans, by Little's law. */
  private void beanThreads(Map<Place, Slots> slots) {
    Double busy = signal(Signal.BEAN_THREADS_BUSY);
    if (limits.beanThreadsEach() != null && busy != null) {
      slots.put(
          Place.of(Resource.APPLICATION_BEAN_THREADS),
          new Slots(busy, limits.beanThreads(), 1000 * busy, signal(Signal.BEAN_THREADS_WAITED)));
    }
  }

  private Double balancerQueue() {
    Double own = signal(Signal.BALANCER_SERVER_QUEUE);
    Double any = signal(Signal.BALANCER_QUEUE);
    return own == null || any == null ? null : (Double) (own + any);
  }

  private Map<Place, Double> databaseWaits() {
    Map<Place, Double> waited = new LinkedHashMap<>();
    for (DatabaseEvidence database : databases) {
      for (Resource resource : Limits.WAITS) {
        Double waiters = of(database, WAITS.get(resource));
        if (waiters != null) {
          waited.put(place(resource, database), waiters);
        }
      }
    }
    return waited;
  }

  private Double cpuPressure() {
    Double all = signal(Signal.CPU_PRESSURE);
    return all == null || servers == 0 ? null : (Double) (all / servers);
  }

  private Double droppedPercent() {
    Double dropped = signal(Signal.DROPPED_PACKETS);
    Double sent = signal(Signal.SENT_PACKETS);
    return dropped == null || sent == null || sent + dropped <= 0
        ? null
        : (Double) (100 * dropped / (sent + dropped));
  }

  private Double connectionsPercent() {
    Double current = signal(Signal.BALANCER_CONNECTIONS);
    Double max = signal(Signal.BALANCER_MAX_CONNECTIONS);
    return current == null || max == null || max <= 0 ? null : (Double) (100 * current / max);
  }

  private Map<Place, Double> admitted() {
    if (limits.admitted().isEmpty()) {
      return Map.of();
    }
    Map<Place, Double> admitted = new LinkedHashMap<>();
    for (DatabaseEvidence database : databases) {
      Integer most = limits.admitted().get(database.name());
      if (most != null && database.connections() != null) {
        // Those of the exporter are not the servers'.
        admitted.put(
            place(Resource.DATABASE_CONNECTIONS, database),
            Math.min(1, database.connections() / most));
      }
    }
    return admitted;
  }

  /** Failed transactions, if nearly all requests that failed did so in one way. */
  private Double failedPercent(Function<RequestFailures, Long> kind) {
    RequestFailures failed = step.failedRequests();
    Long ofKind = failed == null ? null : kind.apply(failed);
    return ofKind == null || step.errorPercent() == null || ofKind < MOST * failed.total()
        ? (Double) 0.0
        : step.errorPercent();
  }

  private Double signal(Signal signal) {
    return evidence.signals() == null ? null : evidence.signals().get(signal.key());
  }

  /** Seconds of all databases as milliseconds; null if one does not report them. */
  private Double ofAll(Signal signal) {
    double sum = 0;
    for (DatabaseEvidence database : databases) {
      Double seconds = of(database, signal);
      if (seconds == null) {
        return null;
      }
      sum += seconds;
    }
    return databases.isEmpty() ? null : (Double) (1000 * sum);
  }

  private static Double of(DatabaseEvidence database, Signal signal) {
    return database.signals() == null ? null : database.signals().get(signal.key());
  }
}
