package dev.scalelab.operator.plan;

import dev.scalelab.operator.api.DatabaseSpec;
import dev.scalelab.operator.api.Domain;
import dev.scalelab.operator.api.PartitionSpec;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.SystemSpec;
import dev.scalelab.operator.api.TiersSpec;
import dev.scalelab.operator.workload.Workload;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The partitions of a configuration's servers, or their tiers, and the number of servers of each.
 * Pure.
 */
final class Partitions {
  private static final String FIELD = "spec.system.partitions";

  private Partitions() {}

  /** The servers of a configuration: a group for each partition or tier, or one for all. */
  static List<ServerGroup> groups(Configuration configuration) {
    List<Database> databases = configuration.databases();
    List<PartitionSpec> partitions = configuration.spec().system().groups();
    if (partitions.isEmpty()) {
      List<Domain> all =
          databases.stream().flatMap(one -> one.domains().stream()).distinct().toList();
      String name = Names.application(configuration.name());
      return List.of(
          new ServerGroup(
              null, ServerTier.BOTH, name, configuration.replicas(), all, databases, name));
    }
    List<Integer> servers = shares(partitions, configuration.replicas());
    return IntStream.range(0, partitions.size())
        .mapToObj(i -> group(configuration, partitions.get(i), servers.get(i), databases))
        .toList();
  }

  /** Number of characters of the longest name of an object with servers. */
  static int longestName(Configuration configuration) {
    return configuration.serverGroups().stream()
        .mapToInt(group -> group.name().length())
        .max()
        .orElse(0);
  }

  private static ServerGroup group(
      Configuration configuration, PartitionSpec partition, int servers, List<Database> databases) {
    String name = Names.application(configuration.name(), partition.name());
    SystemSpec system = configuration.spec().system();
    return new ServerGroup(
        partition.name(),
        tier(system, partition),
        name,
        servers,
        partition.domains(),
        databases.stream()
            .filter(one -> uses(configuration.workload(), system, partition, one.spec()))
            .toList(),
        name);
  }

  /** Whether the servers of a partition or tier use a database. */
  static boolean uses(
      Workload workload, SystemSpec system, PartitionSpec partition, DatabaseSpec database) {
    return switch (tier(system, partition)) {
      case WEB -> false;
      case BEANS -> workload.usesDatabase();
      case BOTH -> !Collections.disjoint(workload.domains(database), partition.domains());
    };
  }

  private static ServerTier tier(SystemSpec system, PartitionSpec partition) {
    if (!system.splitsTiers()) {
      return ServerTier.BOTH;
    }
    return partition.name().equals(TiersSpec.WEB) ? ServerTier.WEB : ServerTier.BEANS;
  }

  /**
   * Servers of each partition, in proportion to the weights: the remaining ones go to the largest
   * fractions, and a partition without a server gets one of the largest partition.
   */
  static List<Integer> shares(List<PartitionSpec> partitions, int servers) {
    int weights = partitions.stream().mapToInt(PartitionSpec::weight).sum();
    List<Integer> shares = new ArrayList<>();
    partitions.forEach(one -> shares.add(servers * one.weight() / weights));
    int left = servers - sum(shares);
    IntStream.range(0, shares.size())
        .boxed()
        .sorted(Comparator.comparing(i -> -(servers * partitions.get(i).weight() % weights)))
        .limit(left)
        .forEach(i -> shares.set(i, shares.get(i) + 1));
    while (servers >= shares.size() && shares.contains(0)) {
      int largest =
          IntStream.range(0, shares.size())
              .boxed()
              .max(Comparator.comparing(shares::get))
              .orElseThrow();
      shares.set(largest, shares.get(largest) - 1);
      shares.set(shares.indexOf(0), 1);
    }
    return shares;
  }

  private static int sum(List<Integer> shares) {
    return shares.stream().mapToInt(Integer::intValue).sum();
  }

  /** Removes the configurations that break a rule; the violation of the first of them. */
  static Optional<Violation> removeRefused(List<Configuration> configurations) {
    List<Violation> found = new ArrayList<>();
    configurations.removeIf(
        one -> {
          Optional<Violation> broken = violation(one);
          broken.ifPresent(found::add);
          return broken.isPresent();
        });
    return found.stream().findFirst();
  }

  private static Optional<Violation> violation(Configuration configuration) {
    int partitions = configuration.spec().system().groups().size();
    return configuration.replicas() < partitions
        ? Optional.of(withoutServers(configuration, partitions))
        : configuration.serverGroups().stream()
            .filter(ServerGroup::isPartition)
            .filter(group -> group.databases().size() > 1)
            .filter(group -> !group.domains().contains(Domain.CUSTOMER))
            .findFirst()
            .map(group -> withoutLog(configuration, group))
            .or(() -> Connections.tooFewForPartitions(configuration));
  }

  private static Violation withoutServers(Configuration configuration, int partitions) {
    boolean tiers = configuration.spec().system().splitsTiers();
    String one = tiers ? "tier" : "partition";
    return new Violation(
        configuration.field(tiers ? "spec.system.tiers" : FIELD),
        Reason.SPEC_INVALID,
        "a %s of %s would be without servers: replicas must be at least %d there, one for each of its %ss; exclude it with sweep.exclude, or use larger sweep.replicas"
            .formatted(one, configuration.shortName(), partitions, one));
  }

  /** Servers log transactions across databases beside the customer domain's. */
  private static Violation withoutLog(Configuration configuration, ServerGroup group) {
    return new Violation(
        configuration.field(FIELD + "[" + group.partition() + "].domains"),
        Reason.SPEC_INVALID,
        "Manufacturing and Supplier must be in the same database, or in a partition with Customer: in %s they are in %s"
            .formatted(
                configuration.shortName(),
                String.join(" and ", group.databases().stream().map(Database::name).toList())));
  }
}
