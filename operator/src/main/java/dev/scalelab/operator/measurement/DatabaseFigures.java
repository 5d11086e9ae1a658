package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.ConnectionPool;
import dev.scalelab.operator.api.DatabaseEvidence;
import dev.scalelab.operator.measurement.WindowQueries.Figure;
import dev.scalelab.operator.platform.Tier;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Figures of each database in one window. */
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
  private final PoolFigures pools;

  DatabaseFigures(
      WindowQueries window, Queries queries, CpuFigures cpu, PoolFigures pools, Subject subject) {
    this.pools = pools;
    this.window = window;
    this.subject = subject;
    this.connections = window.highestSums(queries.databaseConnections(), "pod");
    this.waiting = window.highestSums(queries.databaseWaiting(), "pod");
    this.commits = window.increases(queries.databaseCommits());
    this.deadlocks = window.increases(queries.databaseDeadlocks());
    this.blocksRead = window.increases(queries.databaseBlocksRead());
    this.cpu = cpu.seconds(Tier.DATABASE);
    this.limits = cpu.minLimits(Tier.DATABASE);
  }

  /**
   * Evidence of every database of the subject, in its order; a figure that is not known is null.
   */
  List<DatabaseEvidence> all() {
    return subject.databases().entrySet().stream()
        .map(database -> of(database.getKey(), database.getValue()))
        .toList();
  }

  private DatabaseEvidence of(String name, String cluster) {
    OptionalDouble limit =
        limits.entrySet().stream()
            .filter(entry -> entry.getKey().matches(Subject.instances(List.of(cluster))))
            .mapToDouble(Map.Entry::getValue)
            .reduce(Double::sum);
    return new DatabaseEvidence(
        name,
        rate(cpu, cluster),
        limit.isPresent() ? (Double) Rounding.three(limit.getAsDouble()) : null,
        sum(connections, cluster),
        rate(commits, cluster),
        sum(waiting, cluster),
        sum(deadlocks, cluster),
        rate(blocksRead, cluster),
        pool(name));
  }

  private ConnectionPool pool(String name) {
    String dataSource = subject.dataSources().get(name);
    return dataSource == null ? pools.all() : pools.of(dataSource);
  }

  private Double rate(List<Figure> figures, String cluster) {
    Double sum = sum(figures, cluster);
    return sum == null ? null : (Double) Rounding.two(sum / window.seconds());
  }

  private static Double sum(List<Figure> figures, String cluster) {
    OptionalDouble sum =
        figures.stream()
            .filter(figure -> figure.label("pod").matches(Subject.instances(List.of(cluster))))
            .mapToDouble(Figure::value)
            .reduce(Double::sum);
    return sum.isPresent() ? (Double) Rounding.two(sum.getAsDouble()) : null;
  }
}
