package dev.scalelab.operator.plan;

import dev.scalelab.operator.api.Domain;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Application servers of a configuration that are alike and form one cluster.
 *
 * @param name name of the object that creates them, and begin of their pods' names
 * @param servers how many
 * @param domains the domains whose transactions they do; none where the workload has no domains
 * @param databases the databases that they use
 * @param cluster name of the service in which they find each other
 */
public record ServerGroup(
    String name, int servers, List<Domain> domains, List<Database> databases, String cluster) {

  /** Names of their pods. */
  public List<String> pods() {
    return IntStream.range(0, servers).mapToObj(ordinal -> name + "-" + ordinal).toList();
  }
}
