package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.BalancerEvidence;
import dev.scalelab.operator.api.CacheEvidence;
import dev.scalelab.operator.api.ConnectionPool;
import dev.scalelab.operator.api.CpuLimits;
import dev.scalelab.operator.api.DatabaseEvidence;
import dev.scalelab.operator.api.Evidence;
import dev.scalelab.operator.api.ServersEvidence;
import dev.scalelab.operator.api.WebThreads;
import dev.scalelab.operator.measurement.WindowQueries.Figure;
import dev.scalelab.operator.plan.ServerGroup;
import dev.scalelab.operator.platform.Tier;
import dev.scalelab.operator.testbed.PodGroup;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;

/** Builds the evidence of one window, and determines which of its figures are absent. */
final class WindowEvidence {
  private final Subject subject;
  private final WindowQueries window;
  private final Queries queries;
  private final CpuFigures cpu;
  private final ServerFigures servers;
  private final Instant runStart;
  private final Instant to;
  private Evidence evidence;
  private SettingsInForce settings;
  private OptionalInt restarts;

  /**
   * The evidence that is known so far.
   *
   * @param runStart containers that started later are restarts
   */
  WindowEvidence(
      JoinedQueries prometheus, Subject subject, Instant runStart, Instant from, Instant to) {
    this.subject = subject;
    this.window = new WindowQueries(prometheus, from, to);
    this.queries = new Queries(subject);
    this.cpu = new CpuFigures(window, queries);
    this.servers = new ServerFigures(window, queries, subject.restarts());
    this.runStart = runStart;
    this.to = to;
  }

  /** All figures; queried at the first call. */
  Evidence evidence() {
    if (evidence == null) {
      evidence = collected();
    }
    return evidence;
  }

  /** Tiers with containers that have no CPU figure for the whole window yet. */
  List<String> absentContainers() {
    return subject.pods().stream()
        .filter(PodGroup::measured)
        .filter(group -> cpu.pods(group.tier()).size() < pods(group.tier()))
        .map(group -> "CPU of " + group.text())
        .distinct()
        .toList();
  }

  /** Tiers with containers of which no sample has arrived since the window's end. */
  List<String> lateContainers() {
    List<Figure> known = window.atEnd(queries.containerCpu());
    return subject.pods().stream()
        .filter(PodGroup::measured)
        .filter(group -> known(group.tier(), known) < pods(group.tier()))
        .map(group -> "CPU of " + group.text())
        .distinct()
        .toList();
  }

  private long known(Tier tier, List<Figure> figures) {
    return figures.stream()
        .filter(one -> queries.group(one.labels()).filter(g -> g.tier().equals(tier)).isPresent())
        .map(one -> one.label("pod"))
        .distinct()
        .count();
  }

  /** How many pods of a tier there have to be. */
  private int pods(Tier tier) {
    return subject.pods().stream()
        .filter(group -> group.tier().equals(tier))
        .mapToInt(PodGroup::count)
        .sum();
  }

  /** Absent figures that a valid step needs. */
  List<String> absentNeeded() {
    int measured = cpu.pods(Tier.APPLICATION).size();
    Map<String, Boolean> absent = new LinkedHashMap<>();
    absent.put(
        "CPU of %d of %d application servers"
            .formatted(subject.replicas() - measured, subject.replicas()),
        measured < subject.replicas());
    absent.put(
        "the application servers' CPU limit in force",
        subject.replicas() > 0 && evidence().servers().cpuLimits().maxCores() == null);
    absent.put(
        "the servers' cluster view",
        subject.contract().members()
            && subject.replicas() > 0
            && evidence().servers().clusterSize() == null);
    int unknown = withoutSettings();
    absent.put(
        "the settings in force of %d of %d servers".formatted(unknown, subject.replicas()),
        unknown > 0);
    absent.put(
        "the Infinispan servers' cluster view",
        subject.caches() > 0 && evidence().cache().members() == null);
    absent.put(
        "the balancer's requests",
        subject.balanced() && evidence().balancer().requestsPerSecond() == null);
    absent.put("the servers' queues", subject.contract().queues() && evidence().queue() == null);
    return names(absent);
  }

  /** Cluster views that servers have to report and have not yet. */
  List<String> absentViews() {
    int all = subject.replicas();
    int absent = subject.contract().members() ? servers.withoutView(all) : 0;
    return absent > 0
        ? List.of("the cluster view of %d of %d servers".formatted(absent, all))
        : List.of();
  }

  /**
   * Measured containers that started after the run began, without those that disturbances have
   * replaced; empty if no start is known. The kubelet reports a container's start in whole seconds.
   */
  OptionalInt restarts() {
    if (restarts == null) {
      List<Figure> starts =
          window.highest(queries.containerStart()).stream()
              .filter(start -> queries.group(start.labels()).filter(PodGroup::measured).isPresent())
              .toList();
      List<String> later =
          starts.stream()
              .filter(start -> start.value() > runStart.getEpochSecond())
              .filter(start -> start.value() <= to.getEpochSecond())
              .map(start -> start.label("pod"))
              .toList();
      restarts =
          starts.isEmpty()
              ? OptionalInt.empty()
              : OptionalInt.of(subject.restarts().besides(later));
    }
    return restarts;
  }

  /**
   * Other absent figures. The load generator's CPU is not one of them: its pod ends with the last
   * step, so there is no sample after that step; the generator itself reports its CPU.
   */
  List<String> absentOthers() {
    ServersEvidence servers = evidence().servers();
    BalancerEvidence balancer = evidence().balancer();
    Map<String, Boolean> absent = new LinkedHashMap<>();
    absentContainers().forEach(container -> absent.put(container, true));
    absent.put("CPU of the host", evidence().hostCpuPercent() == null);
    if (subject.contract().figures()) {
      absent.put("garbage collection", servers.gcPercent() == null);
      absent.put("heap", servers.heapPercent() == null);
      absent.put(
          "web threads",
          servers.webThreads().busy() == null || servers.webThreads().size() == null);
    }
    if (subject.balanced()) {
      absent.put("the balancer's queue", balancer.queue() == null);
      absent.put("the balancer's responses", balancer.responses() == null);
      absent.put("the balancer's servers", balancer.minServers() == null);
    }
    absent.put(
        "requests of each server",
        (subject.balanced() || subject.contract().figures())
            && balancer.pods().size() < subject.replicas());
    absent.put("container starts", evidence().restarts() == null);
    if (subject.caches() > 0) {
      CacheEvidence cache = evidence().cache();
      absent.put(
          "operations of the Infinispan servers",
          cache.readsPerSecond() == null || cache.writesPerSecond() == null);
      absent.put("heap of the Infinispan servers", cache.heapPercent() == null);
    }
    if (subject.contract().database()) {
      absent.put("CPU of the databases", isAbsent(DatabaseEvidence::cpuCores));
      absent.put(
          "JDBC connections", servers.pool().inUse() == null || servers.pool().size() == null);
      absent.put("database connections", isAbsent(DatabaseEvidence::connections));
      absent.put("database commits", isAbsent(DatabaseEvidence::commitsPerSecond));
      absent.put("answers of the databases", servers.databaseLostSeconds() == null);
    }
    return names(absent);
  }

  private boolean isAbsent(Function<DatabaseEvidence, Double> figure) {
    return evidence().databases().stream().anyMatch(one -> figure.apply(one) == null);
  }

  private static List<String> names(Map<String, Boolean> absent) {
    return absent.entrySet().stream().filter(Map.Entry::getValue).map(Map.Entry::getKey).toList();
  }

  private Evidence collected() {
    PoolFigures pools = new PoolFigures(window, queries);
    SignalFigures signals = new SignalFigures(window, queries, subject);
    List<DatabaseEvidence> databases =
        subject.contract().database()
            ? new DatabaseFigures(window, cpu, pools, signals, subject).all()
            : null;
    return new Evidence(
        cpu.tiers(),
        Rounding.two(cpu.hostPercent()),
        servers(pools.all()),
        new BalancerFigures(window, queries, subject.balanced()).all(),
        databases,
        restarts().isPresent() ? (Integer) restarts().getAsInt() : null,
        subject.contract().queues() ? QueueFigures.of(window, queries, subject.replicas()) : null,
        subject.caches() > 0
            ? new CacheFigures(window, new CacheQueries(subject), subject.restarts()).all()
            : null,
        signals.all(),
        subject.servers().stream().anyMatch(ServerGroup::isPartition)
            ? PartitionFigures.of(window, queries, cpu, databases).all(subject.servers())
            : null,
        Rounding.two(cpu.fullestHostPercent()));
  }

  private ServersEvidence servers(ConnectionPool pool) {
    OptionalInt clusterSize = servers.clusterSize(subject);
    return new ServersEvidence(
        new CpuLimits(minLimit(), maxLimit()),
        Rounding.two(servers.gcPercent()),
        Rounding.two(servers.jitPercent(cpu.seconds(Tier.APPLICATION))),
        Rounding.two(servers.heapPercent()),
        pool,
        new WebThreads(Rounding.two(servers.webThreadsBusy()), Rounding.two(servers.webThreads())),
        clusterSize.isPresent() ? (Integer) clusterSize.getAsInt() : null,
        Rounding.two(servers.databaseLostSeconds()),
        settings(),
        servers.entities());
  }

  /** Absent rather than empty, as for an own application without metrics. */
  private Map<String, String> settings() {
    Map<String, String> texts = inForce().texts();
    return texts.isEmpty() ? null : texts;
  }

  private SettingsInForce inForce() {
    if (settings == null) {
      Set<String> late = subject.contract().members() ? servers.late(subject.replicas()) : Set.of();
      settings = SettingsInForce.of(window, queries, subject.contract().figures(), late);
    }
    return settings;
  }

  /**
   * Servers whose settings in force nobody knows, though they promise to report them. One that
   * reports nothing at all is absent from the cluster's size, which is the better reason.
   */
  private int withoutSettings() {
    if (!subject.contract().figures()) {
      return 0;
    }
    Set<String> known = inForce().servers();
    if (!subject.contract().members()) {
      return subject.replicas() - known.size();
    }
    return (int)
        servers.withView(subject.replicas()).stream().filter(pod -> !known.contains(pod)).count();
  }

  /** Maximum over all servers: a single server with a higher limit invalidates the step. */
  private Double maxLimit() {
    Map<String, Double> limits = cpu.maxLimits(Tier.APPLICATION);
    return limits.isEmpty() || limits.size() < subject.replicas()
        ? null
        : (Double) Rounding.three(Collections.max(limits.values()));
  }

  /** Minimum over all servers: a single server with a lower limit invalidates the step too. */
  private Double minLimit() {
    Map<String, Double> limits = cpu.minLimits(Tier.APPLICATION);
    return limits.isEmpty() || limits.size() < subject.replicas()
        ? null
        : (Double) Rounding.three(Collections.min(limits.values()));
  }
}
