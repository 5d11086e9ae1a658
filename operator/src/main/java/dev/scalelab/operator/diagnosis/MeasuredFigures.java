package dev.scalelab.operator.diagnosis;

import dev.scalelab.operator.api.DatabaseEvidence;
import dev.scalelab.operator.api.Evidence;
import dev.scalelab.operator.api.ObjectivesSpec;
import dev.scalelab.operator.api.ResponseShare;
import dev.scalelab.operator.api.ResponseTimes;
import dev.scalelab.operator.api.SteadyVerdict;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.TransactionResult;
import dev.scalelab.operator.measurement.Signal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the figures of a measured step. */
final class MeasuredFigures {
  private static final List<Signal> MANDATORY =
      Arrays.stream(Signal.values()).filter(Signal::mandatory).toList();

  private final StepResult step;
  private final Evidence evidence;
  private final List<DatabaseEvidence> databases;
  private final SlotLimits limits;
  private final ObjectivesSpec objectives;
  private final MeasuredCpus cpus;
  private final MeasuredSlots slots;
  private final List<Waits> waits;
  private final List<DatabaseUse> uses;
  private final Double servletMillis;

  private MeasuredFigures(StepResult step, SlotLimits limits, ObjectivesSpec objectives) {
    this.step = step;
    this.objectives = objectives;
    this.evidence = step.evidence();
    this.databases = evidence.databases() == null ? List.of() : evidence.databases();
    this.limits = limits;
    this.cpus = new MeasuredCpus(evidence, databases.size());
    this.waits = new ArrayList<>(databases.size() * Limits.WAITS.size());
    this.uses = new ArrayList<>(databases.size());
    this.servletMillis = millis(of(evidence, Signal.SERVLET));
    this.slots = new MeasuredSlots(evidence, limits, databases.size(), servletMillis);
  }

  /** The figures of a step that has evidence. */
  static StepFigures of(StepResult step, SlotLimits limits, ObjectivesSpec objectives) {
    return new MeasuredFigures(step, limits, objectives).all();
  }

  private StepFigures all() {
    for (DatabaseEvidence database : databases) {
      read(database);
    }
    MeasuredCounts counts = new MeasuredCounts(step);
    boolean reported = evidence.servers() != null;
    return StepFiguresBuilder.builder()
        .perSecond(step.counts().completed() / step.window().seconds())
        .failedPerSecond(counts.sentAndFailed() / step.window().seconds())
        .streamPerSecond(counts.streamPerSecond())
        .requestsEach(counts.requestsEach())
        .meanMillis(step.responseTimes() == null ? null : step.responseTimes().meanMillis())
        .cpus(cpus.all())
        .partitions(cpus.partitions())
        .slots(slots.all())
        .databaseWaits(waits)
        .databaseUses(uses)
        .servletMillis(servletMillis)
        .gcPercent(reported ? evidence.servers().gcPercent() : null)
        .heapPercent(reported ? evidence.servers().heapPercent() : null)
        .hostPercent(evidence.hostCpuPercent())
        .fullestHostPercent(evidence.fullestHostCpuPercent())
        .cpuPressure(cpuPressure())
        .droppedPercent(droppedPercent())
        .connectionsPercent(connectionsPercent())
        .admitted(admitted())
        .unavailablePercent(counts.unavailablePercent())
        .timeoutPercent(counts.timeoutPercent())
        .missing(missing())
        .misses(Boolean.FALSE.equals(step.objectivesMet()) && !metByTimes())
        .drifts(step.steady() != null && step.steady().verdict() == SteadyVerdict.NOT_STEADY)
        .build();
  }

  private void read(DatabaseEvidence database) {
    cpus.database(place(Resource.DATABASE_CPU, database), database);
    slots.connections(place(Resource.APPLICATION_JDBC_POOL, database), database);
    double part = partOfSamples(database);
    waits(Resource.DATABASE_LOCKS, Signal.LOCK_WAITERS, database, part);
    waits(Resource.DATABASE_IO, Signal.DATABASE_IO, database, part);
    waits(Resource.DATABASE_WAL, Signal.DATABASE_COMMITS, database, part);
    uses.add(
        new DatabaseUse(
            place(Resource.DATABASE_TRANSACTIONS, database),
            millis(of(database, Signal.DATABASE_ACTIVE)),
            millis(of(database, Signal.DATABASE_IDLE_IN_TRANSACTION))));
  }

  private Place place(Resource resource, DatabaseEvidence database) {
    return Place.of(resource, databases.size() > 1 ? database.name() : null);
  }

  /**
   * A few samples of what connections wait for can add up to more connections than were active,
   * whose time is counted and includes all waits. The part of them that there can have been.
   */
  private double partOfSamples(DatabaseEvidence database) {
    double sampled =
        orZero(of(database, Signal.LOCK_WAITERS))
            + orZero(of(database, Signal.DATABASE_IO))
            + orZero(of(database, Signal.DATABASE_COMMITS));
    Double active = of(database, Signal.DATABASE_ACTIVE);
    return active == null || active <= 0 || sampled <= active ? 1 : active / sampled;
  }

  private void waits(Resource kind, Signal signal, DatabaseEvidence database, double part) {
    Double number = of(database, signal);
    if (number != null) {
      waits.add(new Waits(place(kind, database), part * number));
    }
  }

  private Double cpuPressure() {
    Double all = of(evidence, Signal.CPU_PRESSURE);
    return all == null || limits.servers() == 0 ? null : (Double) (all / limits.servers());
  }

  private Double droppedPercent() {
    Double dropped = of(evidence, Signal.DROPPED_PACKETS);
    Double sent = of(evidence, Signal.SENT_PACKETS);
    return dropped == null || sent == null || sent + dropped <= 0
        ? null
        : (Double) (100 * dropped / (sent + dropped));
  }

  private Double connectionsPercent() {
    Double current = of(evidence, Signal.BALANCER_CONNECTIONS);
    Double max = of(evidence, Signal.BALANCER_MAX_CONNECTIONS);
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

  /** Transactions that fail miss objectives as well, but say nothing about where time goes. */
  private boolean metByTimes() {
    ResponseTimes times = step.responseTimes();
    long completed = step.counts().completed();
    return completed > 0
        && (times == null || objectives.met(completed, times::percentile, 0))
        && (step.transactions() == null || objectives.metByEach(succeeded(step.transactions())))
        && (step.shares() == null || step.shares().stream().allMatch(MeasuredFigures::isMet));
  }

  private static List<TransactionResult> succeeded(List<TransactionResult> transactions) {
    return transactions.stream().filter(one -> one.ok() > 0).toList();
  }

  private static boolean isMet(ResponseShare share) {
    return share.completed() == 0 || share.met();
  }

  private List<String> missing() {
    List<String> missing = List.of();
    for (int i = 0; i < MANDATORY.size(); i++) {
      if (isMissing(MANDATORY.get(i))) {
        missing = missing.isEmpty() ? new ArrayList<>() : missing;
        missing.add(MANDATORY.get(i).key());
      }
    }
    return missing;
  }

  private boolean isMissing(Signal signal) {
    if (signal.scope().ofDatabase()) {
      boolean missing = false;
      for (int i = 0; i < databases.size(); i++) {
        missing |= of(databases.get(i), signal) == null;
      }
      return missing;
    }
    boolean exists =
        switch (signal) {
          case BEAN_BUSY, BEAN_WAITED -> limits.beansEach() != null;
          case BEAN_THREADS_BUSY, BEAN_THREADS_WAITED -> limits.beanThreadsEach() != null;
          default -> true;
        };
    return exists && of(evidence, signal) == null;
  }

  static Double of(Evidence evidence, Signal signal) {
    return evidence.signals() == null ? null : evidence.signals().get(signal.key());
  }

  private static double orZero(Double value) {
    return value == null ? 0 : value;
  }

  /** Null if the seconds are. */
  private static Double millis(Double seconds) {
    return seconds == null ? null : (Double) (1000 * seconds);
  }

  static Double of(DatabaseEvidence database, Signal signal) {
    return database.signals() == null ? null : database.signals().get(signal.key());
  }
}
