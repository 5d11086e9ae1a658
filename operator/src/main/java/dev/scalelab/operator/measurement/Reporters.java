package dev.scalelab.operator.measurement;

import dev.scalelab.operator.plan.ServerGroup;
import dev.scalelab.operator.plan.ServerTier;
import dev.scalelab.operator.platform.Tier;
import dev.scalelab.operator.testbed.PodGroup;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The pods that have to report a signal. One that is too busy to answer the scrapes of a window
 * must not pass for one that does nothing.
 */
record Reporters(Subject subject) {
  /**
   * Whether all of a scope's pods are among these, but for as many as disturbances have taken.
   *
   * @param database the database that the scope is of; null if of none
   */
  boolean areAll(SignalScope scope, String database, Set<String> pods) {
    return switch (scope) {
      case SERVERS, SERVER_CONTAINERS, SERVER_NETWORK -> all(besides(null), pods);
      case SERVLETS -> all(besides(ServerTier.BEANS), pods);
      case BEANS, BEAN_SERVERS -> all(besides(ServerTier.WEB), pods);
      case POOLS -> all(connected(database), pods);
      case DATABASE, DATABASE_CONTAINERS -> pods.size() >= instances(database);
      case BALANCER -> true;
    };
  }

  private boolean all(List<String> expected, Set<String> pods) {
    return expected.stream().filter(pod -> !pods.contains(pod)).count() <= subject.taken();
  }

  private List<String> besides(ServerTier other) {
    return subject.servers().stream()
        .filter(group -> group.tier() != other)
        .flatMap(group -> group.pods().stream())
        .toList();
  }

  /** The servers with connections to a database; of a single one all that have beans. */
  private List<String> connected(String database) {
    List<Subject.DataSource> dataSources = subject.dataSources().get(database);
    return dataSources == null
        ? besides(ServerTier.WEB)
        : dataSources.stream().flatMap(this::pods).distinct().toList();
  }

  private Stream<String> pods(Subject.DataSource dataSource) {
    return dataSource.server() != null
        ? Stream.of(dataSource.group() + "-" + dataSource.server())
        : subject.servers().stream()
            .filter(group -> group.name().equals(dataSource.group()))
            .map(ServerGroup::pods)
            .flatMap(List::stream);
  }

  private int instances(String database) {
    int known =
        subject.pods().stream()
            .filter(group -> group.tier().equals(Tier.DATABASE))
            .mapToInt(PodGroup::count)
            .sum();
    int taken = subject.databaseInstances() - known;
    return subject.databases().get(database).instances() - taken;
  }
}
