package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.EntityEvidence;
import dev.scalelab.operator.measurement.WindowQueries.Figure;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/** What the application servers report in one window. */
final class ServerFigures {
  private final WindowQueries window;
  private final Queries queries;
  private final PlannedRestarts restarts;
  private final Set<String> late = new HashSet<>();
  private Map<String, Double> views;

  /**
   * @param restarts of servers whose own view of the cluster, in which they are alone at first, is
   *     left out
   */
  ServerFigures(WindowQueries window, Queries queries, PlannedRestarts restarts) {
    this.window = window;
    this.queries = queries;
    this.restarts = restarts;
  }

  /** Share of time in garbage collection, in percent; mean of the servers. */
  OptionalDouble gcPercent() {
    return Figure.byPod(window.increases(queries.gcSeconds())).values().stream()
        .mapToDouble(seconds -> 100 * seconds / window.seconds())
        .average();
  }

  /**
   * Time that the JIT compiler was busy, in percent of the servers' CPU time; empty unless all of
   * them report it.
   *
   * @param cpuSeconds CPU time of each server
   */
  OptionalDouble jitPercent(List<Figure> cpuSeconds) {
    Map<String, Double> jit = Figure.byPod(window.increases(queries.jitSeconds()));
    double cpu = cpuSeconds.stream().mapToDouble(Figure::value).sum();
    return cpu <= 0 || !jit.keySet().containsAll(Figure.byPod(cpuSeconds).keySet())
        ? OptionalDouble.empty()
        : OptionalDouble.of(
            100 * jit.values().stream().mapToDouble(Double::doubleValue).sum() / cpu);
  }

  /** Used heap against its limit, in percent; highest of the servers. */
  OptionalDouble heapPercent() {
    Map<String, Double> max = Figure.byPod(window.highest(queries.heapMax()));
    return Figure.byPod(window.highest(queries.heapUsed())).entrySet().stream()
        .filter(used -> max.getOrDefault(used.getKey(), 0.0) > 0)
        .mapToDouble(used -> 100 * used.getValue() / max.get(used.getKey()))
        .max();
  }

  /** Time without an answer from databases, in seconds of the window; maximum of the servers. */
  OptionalDouble databaseLostSeconds() {
    return highest(window.lost(queries.databaseLost(), queries.databaseKept()));
  }

  /** Busy web threads; highest of the servers and of the window. */
  OptionalDouble webThreadsBusy() {
    return highest(window.highest(queries.webThreadsBusy()));
  }

  /** Web threads of a server. */
  OptionalDouble webThreads() {
    return highest(window.highest(queries.webThreadsMax()));
  }

  /**
   * Members in the smallest cluster view that any server had at any time of the window, of each
   * partition's cluster, together; a server without a report is not counted as a member.
   */
  OptionalInt clusterSize(Subject subject) {
    return ClusterSize.members(views(subject.replicas()), subject.servers());
  }

  /** Servers without a report of their cluster view yet. */
  int withoutView(int servers) {
    return servers - views(servers).size();
  }

  /** Servers that reported their cluster view, by the names of their pods. */
  Set<String> withView(int servers) {
    return views(servers).keySet();
  }

  /** Those of them that were too busy for every scrape in the window, and reported it later. */
  Set<String> late(int servers) {
    views(servers);
    return late;
  }

  /**
   * The smallest view of each server in the window. One that was too busy for every scrape in the
   * window counts with its next report: being overloaded is a finding, and no reason to discard it.
   */
  private Map<String, Double> views(int servers) {
    if (views == null) {
      Map<String, Double> found = new HashMap<>();
      window
          .lowest(queries.clusterSize())
          .forEach(view -> found.merge(view.label("pod"), view.value(), Math::min));
      if (found.size() < servers) {
        window
            .next(queries.clusterSize(), EvidenceCollector.PATIENCE)
            .forEach(
                view -> {
                  if (found.putIfAbsent(view.label("pod"), view.value()) == null) {
                    late.add(view.label("pod"));
                  }
                });
      }
      found.keySet().removeAll(restarts.pods());
      views = found;
    }
    return views;
  }

  /** Use of the servers' caches of entities; null if they have none. */
  EntityEvidence entities() {
    Map<String, Double> figures =
        window.increases(queries.entities()).stream()
            .collect(
                Collectors.groupingBy(
                    one -> one.label("figure"), Collectors.summingDouble(Figure::value)));
    Double hits = figures.get("hits");
    Double misses = figures.get("misses");
    if (hits == null || misses == null) {
      return null;
    }
    double reads = hits + misses;
    return new EntityEvidence(
        Rounding.two(OptionalDouble.of(reads / window.seconds())),
        reads == 0 ? null : Rounding.two(OptionalDouble.of(100 * hits / reads)));
  }

  private static OptionalDouble highest(List<Figure> figures) {
    return figures.stream().mapToDouble(Figure::value).max();
  }
}
