package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.DatabaseEvidence;
import dev.scalelab.operator.api.PartitionUse;
import dev.scalelab.operator.api.ReplicaEvidence;
import dev.scalelab.operator.measurement.WindowQueries.Figure;
import dev.scalelab.operator.plan.Database;
import dev.scalelab.operator.plan.ServerGroup;
import dev.scalelab.operator.platform.Tier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What each partition of the servers did in a window, from figures of single pods, databases and
 * sections of the balancer. Pure.
 *
 * @param cpu CPU time of each server, in seconds
 * @param limits CPU limits in force of servers, in cores, by pod
 * @param databases evidence of every database; null where the workload uses none
 * @param requests requests of clients in each section of the balancer
 * @param calls calls of other partitions' servers in each section of the balancer
 * @param seconds length of the window
 */
record PartitionFigures(
    List<Figure> cpu,
    Map<String, Double> limits,
    List<DatabaseEvidence> databases,
    List<Figure> requests,
    List<Figure> calls,
    double seconds) {

  PartitionFigures {
    databases = databases == null ? List.of() : databases;
  }

  /** The figures of a window, in which each partition has sections of the balancer of its own. */
  static PartitionFigures of(
      WindowQueries window, Queries queries, CpuFigures cpu, List<DatabaseEvidence> databases) {
    return new PartitionFigures(
        cpu.seconds(Tier.APPLICATION),
        cpu.minLimits(Tier.APPLICATION),
        databases,
        window.increases(queries.balancerRequests()),
        window.increases(queries.balancerCalls()),
        window.seconds());
  }

  /** Each partition, in the order of the groups; unknown figures are null. */
  List<PartitionUse> all(List<ServerGroup> groups) {
    return groups.stream().map(this::of).toList();
  }

  private PartitionUse of(ServerGroup group) {
    List<String> pods = group.pods();
    Predicate<Figure> ofPods = figure -> pods.contains(figure.label("pod"));
    boolean all = cpu.stream().filter(ofPods).count() == pods.size();
    List<String> names = group.databases().stream().map(Database::name).toList();
    List<DatabaseEvidence> own =
        databases.stream().filter(database -> names.contains(database.name())).toList();
    return new PartitionUse(
        group.partition(),
        group.servers(),
        all ? rate(cpu, ofPods) : null,
        sum(pods.stream().map(limits::get).toList()),
        sum(each(own, DatabaseEvidence::cpuCores, ReplicaEvidence::cpuCores)),
        sum(each(own, DatabaseEvidence::cpuLimitCores, ReplicaEvidence::cpuLimitCores)),
        rate(requests, section("servers-" + group.partition())),
        rate(calls, section("calls-" + group.partition())));
  }

  private static Predicate<Figure> section(String name) {
    return figure -> figure.label("proxy").equals(name);
  }

  private Double rate(List<Figure> figures, Predicate<Figure> which) {
    OptionalDouble sum =
        figures.stream().filter(which).mapToDouble(Figure::value).reduce(Double::sum);
    return sum.isPresent() ? (Double) Rounding.three(sum.getAsDouble() / seconds) : null;
  }

  /** Of primaries and replicas. An instance that was both counts once, with the primaries. */
  private static List<Double> each(
      List<DatabaseEvidence> databases,
      Function<DatabaseEvidence, Double> primary,
      Function<ReplicaEvidence, Double> replica) {
    List<Double> all = new ArrayList<>();
    for (DatabaseEvidence database : databases) {
      all.add(primary.apply(database));
      Stream.ofNullable(database.replicas())
          .flatMap(Collection::stream)
          .filter(one -> !database.primaries().contains(one.pod()))
          .forEach(one -> all.add(replica.apply(one)));
    }
    return all;
  }

  /** Null if one is unknown, or there is none. */
  private static Double sum(List<Double> values) {
    return values.isEmpty() || values.stream().anyMatch(Objects::isNull)
        ? null
        : (Double) Rounding.three(values.stream().mapToDouble(Double::doubleValue).sum());
  }
}
