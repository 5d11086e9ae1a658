package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/** The system under test. */
@RecordBuilder
@ValidationRule(
    value = PartitionSpec.BALANCED,
    fieldPath = ".partitions",
    message = PartitionSpec.BALANCED_MESSAGE)
@ValidationRule(
    value = TiersSpec.BALANCED,
    fieldPath = ".tiers",
    message = TiersSpec.BALANCED_MESSAGE)
@ValidationRule(
    value = TiersSpec.APART,
    fieldPath = ".tiers.beans",
    message = TiersSpec.APART_MESSAGE)
@ValidationRule(
    value = TiersSpec.MORE_THAN_HEAP,
    fieldPath = ".tiers.beans",
    message = TiersSpec.MORE_THAN_HEAP_MESSAGE)
@ValidationRule(
    value = TiersSpec.IN_SERVERS,
    fieldPath = ".tiers",
    message = TiersSpec.IN_SERVERS_MESSAGE)
public record SystemSpec(
    @JsonPropertyDescription("One application server; sweep.replicas says how many.") @Default("{}")
        ApplicationSpec application,
    @JsonPropertyDescription("Where the application keeps state between requests.") @Default("{}")
        StateSpec state,
    @JsonPropertyDescription(
            "With OrderEntry and ECperf: the application servers in several clusters, each of which does the work of some domains,"
                + " on the databases of these domains. The balancer sends each request to the partition with its domain, and what"
                + " one domain asks of another partition's is sent over HTTP, through the balancer. sweep.replicas is the number of"
                + " servers of all partitions together. Default: one cluster for all domains.")
        @Size(min = 1, max = PartitionSpec.MAX)
        @ValidationRule(
            value = PartitionSpec.NAMED_ONCE,
            message = PartitionSpec.NAMED_ONCE_MESSAGE)
        @ValidationRule(
            value = PartitionSpec.EACH_DOMAIN_ONCE,
            message = PartitionSpec.EACH_DOMAIN_ONCE_MESSAGE)
        @ValidationRule(value = PartitionSpec.TOGETHER, message = PartitionSpec.TOGETHER_MESSAGE)
        List<PartitionSpec> partitions,
    @JsonPropertyDescription(
            "With Bookstore, Cart and Cells: the web tier and the bean tier of the application, on the same servers or on servers of their own,"
                + " of which only those with the beans use databases. sweep.replicas is the number of servers of both tiers together. Default: together.")
        TiersSpec tiers,
    @JsonPropertyDescription(
            "The CloudNativePG databases: one, with OrderEntry and ECperf one for each group of domains, up to four, or with Portal"
                + " up to five, over which the customers are distributed evenly by their numbers, in this order. All are created at"
                + " the same time. Default: one, named main.")
        @Size(min = 1, max = 5)
        @ValidationRule(
            value = "self.all(one, self.exists_one(other, other.name == one.name))",
            message = "databases must have each name once")
        @ValidationRule(
            value =
                "self.all(d, !has(d.domains)) || ['Customer', 'Corporate', 'Manufacturing', 'Supplier']"
                    + ".all(domain, self.map(d, has(d.domains) ? d.domains.filter(own, own == domain).size() : 0).sum() == 1)",
            message =
                "domains must have each of Customer, Corporate, Manufacturing and Supplier once, in exactly one of the"
                    + " databases")
        @ValidationRule(
            value = DatabaseRules.UNCHECKED_UNSPANNED,
            message = DatabaseRules.UNCHECKED_UNSPANNED_MESSAGE)
        @Default("[{\"name\": \"main\"}]")
        List<DatabaseSpec> databases,
    @JsonPropertyDescription("The HAProxy in front of the application servers.") @Default("{}")
        BalancerSpec balancer)
    implements OmitsNulls, SystemSpecBuilder.With {

  /** Groups of servers that do different work, in clusters of their own; none if all are alike. */
  public List<PartitionSpec> groups() {
    if (splitsTiers()) {
      return tiers.partitions();
    }
    return partitions == null || partitions.size() == 1 ? List.of() : partitions;
  }

  /** A server with the beans: an application server, or one of those that have only them. */
  public ApplicationSpec beanServer() {
    return ofBeans().of(application);
  }

  /** Settings of the servers with the beans alone, in place of those of the application. */
  public BeanServerSpec ofBeans() {
    return splitsTiers() && tiers.beans() != null ? tiers.beans() : BeanServerSpec.NONE;
  }

  /** Whether web tier and bean tier have servers of their own. */
  public boolean splitsTiers() {
    return tiers != null && tiers.layout() == TierLayout.SPLIT;
  }
}
