package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.DatabaseEvidence;
import dev.scalelab.operator.api.ReplicaEvidence;
import dev.scalelab.operator.measurement.WindowQueries.Figure;
import dev.scalelab.operator.platform.Tier;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Figures of each database in one window: of its primary, and of each replica. */
final class DatabaseFigures {
  private final WindowQueries window;
  private final Subject subject;
  private final List<Figure> connections;
  private final List<Figure> waiting;
  private final List<Figure> commits;
  private final List<Figure> deadlocks;
  private final List<Figure> blocksRead;
  private final List<Figure> cpu;
  private final Map<String, Double> limits;
  private final Replication replication;
  private final PoolFigures pools;
  private final SignalFigures signals;

  DatabaseFigures(
      WindowQueries window,
      CpuFigures cpu,
      PoolFigures pools,
      SignalFigures signals,
      Subject subject) {
    this.pools = pools;
    this.signals = signals;
    this.window = window;
    this.subject = subject;
    DatabaseQueries databases = new DatabaseQueries(subject);
    this.connections = window.highestSums(databases.databaseConnections(), "pod");
    this.waiting = window.highestSums(databases.databaseWaiting(), "pod");
    this.commits = window.increases(databases.databaseCommits());
    this.deadlocks = window.increases(databases.databaseDeadlocks());
    this.blocksRead = window.increases(databases.databaseBlocksRead());
    this.cpu = cpu.seconds(Tier.DATABASE);
    this.limits = cpu.minLimits(Tier.DATABASE);
    this.replication =
        subject.databaseInstances() > subject.databases().size()
            ? Replication.of(window, databases)
            : Replication.NONE;
  }

  /** Which instances are replicas, and their lag; queried only if there are replicas. */
  private record Replication(
      List<Figure> everReplica, List<Figure> alwaysReplica, List<Figure> lag, List<Figure> bytes) {
    static final Replication NONE = new Replication(List.of(), List.of(), List.of(), List.of());

    static Replication of(WindowQueries window, DatabaseQueries databases) {
      return new Replication(
          window.highest(databases.databaseIsReplica()),
          window.lowest(databases.databaseIsReplica()),
          window.highest(databases.databaseLag()),
          window.highest(databases.databaseLagBytes()));
    }

    /** Pods that were a primary at any time of the window. */
    Set<String> primaries() {
      return pods(alwaysReplica, value -> value == 0);
    }

    /** Pods that were a replica at any time of the window. */
    Set<String> replicas() {
      return pods(everReplica, value -> value > 0);
    }

    private static Set<String> pods(List<Figure> figures, Predicate<Double> which) {
      return figures.stream()
          .filter(figure -> which.test(figure.value()))
          .map(figure -> figure.label("pod"))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  /** Evidence of every database of the subject, in its order; unknown figures are null. */
  List<DatabaseEvidence> all() {
    return subject.databases().entrySet().stream()
        .map(database -> of(database.getKey(), database.getValue()))
        .toList();
  }

  private DatabaseEvidence of(String name, Subject.Cluster cluster) {
    Predicate<String> instances =
        Pattern.compile(Subject.instances(List.of(cluster))).asMatchPredicate();
    boolean replicated = cluster.instances() > 1;
    Set<String> primaries = replication.primaries();
    // A single instance need not report that it is the primary.
    Predicate<String> primary = replicated ? instances.and(primaries::contains) : instances;
    return new DatabaseEvidence(
        name,
        cores(primary),
        limit(primary),
        sum(connections, primary),
        rate(commits, primary),
        sum(waiting, primary),
        sum(deadlocks, primary),
        rate(blocksRead, primary),
        replicated ? primaries.stream().filter(instances).toList() : null,
        replicated
            ? replication.replicas().stream().filter(instances).map(this::replica).toList()
            : null,
        pools.of(subject.poolsOf(name)),
        signals.of(name, instances));
  }

  private ReplicaEvidence replica(String pod) {
    return new ReplicaEvidence(
        pod,
        cores(pod::equals),
        limit(pod::equals),
        rate(commits, pod::equals),
        sum(replication.lag(), pod::equals),
        lagBytes(pod));
  }

  /** After a failover two primaries may report it. */
  private Double lagBytes(String pod) {
    return Rounding.two(
        replication.bytes().stream()
            .filter(figure -> figure.label("application_name").equals(pod))
            .mapToDouble(Figure::value)
            .max());
  }

  private Double limit(Predicate<String> pods) {
    OptionalDouble limit =
        limits.entrySet().stream()
            .filter(entry -> pods.test(entry.getKey()))
            .mapToDouble(Map.Entry::getValue)
            .reduce(Double::sum);
    return Rounding.three(limit);
  }

  private Double cores(Predicate<String> pods) {
    OptionalDouble seconds = exactSum(cpu, pods);
    return seconds.isPresent()
        ? (Double) Rounding.three(seconds.getAsDouble() / window.seconds())
        : null;
  }

  private Double rate(List<Figure> figures, Predicate<String> pods) {
    Double sum = sum(figures, pods);
    return sum == null ? null : (Double) Rounding.two(sum / window.seconds());
  }

  private static Double sum(List<Figure> figures, Predicate<String> pods) {
    return Rounding.two(exactSum(figures, pods));
  }

  private static OptionalDouble exactSum(List<Figure> figures, Predicate<String> pods) {
    return figures.stream()
        .filter(figure -> pods.test(figure.label("pod")))
        .mapToDouble(Figure::value)
        .reduce(Double::sum);
  }
}
