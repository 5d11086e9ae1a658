package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/**
 * Application servers in a cluster of their own, which do the work of some domains.
 *
 * <p>It is an item of a list, so its defaults are here and not in the schema, as in {@link
 * DatabaseSpec}.
 */
public record PartitionSpec(
    @Required
        @JsonPropertyDescription(
            "Name of the partition, in the names of its servers: <trial>-app-<name>.")
        @Pattern("^[a-z]([-a-z0-9]*[a-z0-9])?$")
        @Size(min = 1, max = 15)
        String name,
    @Required
        @JsonPropertyDescription(
            "The domains whose transactions its servers do. They use the databases that have these domains, and no others.")
        @Size(min = 1, max = 4)
        List<Domain> domains,
    @JsonPropertyDescription(
            "Its share of the servers, relative to the weights of the other partitions. Each partition has at least one server."
                + " Default 1.")
        @Min(1)
        @Max(100)
        Integer weight)
    implements OmitsNulls {
  /** Maximum number of partitions. */
  public static final int MAX = 3;

  /** A rule of the list. */
  static final String NAMED_ONCE = "self.all(one, self.exists_one(other, other.name == one.name))";

  static final String NAMED_ONCE_MESSAGE = "partitions must have each name once";

  /** A rule of the list. */
  static final String EACH_DOMAIN_ONCE =
      "['Customer', 'Corporate', 'Manufacturing', 'Supplier'].all(domain, self.map(p, p.domains.filter(own,"
          + " own == domain).size()).sum() == 1)";

  static final String EACH_DOMAIN_ONCE_MESSAGE =
      "domains must have each of Customer, Corporate, Manufacturing and Supplier once, in exactly one of the"
          + " partitions";

  /** A rule of the list: a transaction of one JVM cannot be part of that of another. */
  static final String TOGETHER =
      "self.all(p, ('Manufacturing' in p.domains) == ('Supplier' in p.domains))";

  static final String TOGETHER_MESSAGE =
      "domains must have Manufacturing and Supplier in the same partition: they change each other's data in one"
          + " transaction, and a transaction does not span partitions";

  /** A rule of the experiment. */
  static final String OF_DOMAINS =
      "!has(self.system.partitions) || self.workload.type in ['OrderEntry', 'ECperf']";

  static final String OF_DOMAINS_MESSAGE =
      "partitions must not be given unless the workload is OrderEntry or ECperf: no other has domains";

  /** A rule of the system. */
  static final String BALANCED =
      "!has(self.partitions) || self.balancer.policy != 'None' && !has(self.balancer.weights) &&"
          + " self.databases.all(d, !has(d.perServer) || !d.perServer)";

  static final String BALANCED_MESSAGE =
      "partitions must not be given with the balancer's policy None, which cannot route by domain, with its weights, or with a"
          + " private database for each server";

  public PartitionSpec {
    weight = weight == null ? 1 : weight;
  }
}
