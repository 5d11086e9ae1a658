package dev.scalelab.operator.plan;

import dev.scalelab.operator.api.Domain;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Application servers of a configuration that are alike and form one cluster.
 *
 * @param partition name of the partition or tier that they are; null if they are all servers
 * @param tier the tiers of the application that they have
 * @param name name of the object that creates them, and begin of their pods' names
 * @param servers how many
 * @param domains the domains whose transactions they do; none where the workload has no domains
 * @param databases the databases that they use
 * @param cluster name of the service in which they find each other
 */
public record ServerGroup(
    String partition,
    ServerTier tier,
    String name,
    int servers,
    List<Domain> domains,
    List<Database> databases,
    String cluster) {

  /** Whether other servers do other work. */
  public boolean isPartition() {
    return partition != null;
  }

  /** Names of their pods. */
  public List<String> pods() {
    return IntStream.range(0, servers).mapToObj(ordinal -> name + "-" + ordinal).toList();
  }

  /**
   * The database whose connections are each server's main ones, beside which the log of
   * transactions across databases is: that with the first of the domains.
   */
  public Database mainDatabase() {
    return databases.stream()
        .filter(
            database -> domains.isEmpty() || database.domains().contains(Collections.min(domains)))
        .findFirst()
        .orElseThrow();
  }

  /**
   * The number of a database, from 1, among those over which customers are distributed; servers
   * name its settings and its pool after it.
   */
  public int store(Database database) {
    return databases.indexOf(database) + 1;
  }

  /** Its domains in a database. */
  public List<Domain> domainsIn(Database database) {
    return database.domains().stream().filter(domains::contains).toList();
  }
}
