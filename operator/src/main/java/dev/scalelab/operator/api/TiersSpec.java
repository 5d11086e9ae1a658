package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import java.util.List;

/** The servers of the web tier, which answers requests, and of the beans that these call. */
public record TiersSpec(
    @JsonPropertyDescription(
            "Together: each server answers requests and has the beans that they call. Split: some servers answer requests, and call"
                + " the beans of the others over HTTP, by value, through the balancer. Default Together.")
        @Default("Together")
        TierLayout layout,
    @JsonPropertyDescription(
            "With Split: the share of the servers that have the web tier, relative to beanWeight. Each tier has at least one"
                + " server. Default 1.")
        @Min(1)
        @Max(100)
        @Default("1")
        Integer webWeight,
    @JsonPropertyDescription(
            "With Split: the share of the servers that have the beans, relative to webWeight. Default 1.")
        @Min(1)
        @Max(100)
        @Default("1")
        Integer beanWeight,
    @JsonPropertyDescription(
            "With Split: settings of the servers with the beans alone, in place of those in application. Default: none.")
        BeanServerSpec beans)
    implements OmitsNulls {
  /** Name of the servers of the web tier, as that of a partition. */
  public static final String WEB = "web";

  /** Name of the servers with the beans. */
  public static final String BEANS = "beans";

  /** A rule of the experiment. */
  static final String WITH_BEANS =
      "!has(self.system.tiers) || !has(self.system.tiers.layout) || self.system.tiers.layout != 'Split' ||"
          + " self.workload.type in ['Bookstore', 'Cells'] || self.workload.type == 'Cart' &&"
          + " (!has(self.workload.cart) || !has(self.workload.cart.state) || self.workload.cart.state == 'Server')";

  static final String WITH_BEANS_MESSAGE =
      "tiers must have layout Together unless the workload is Bookstore, Cells, or Cart with cart.state Server: the requests of"
          + " the others call beans that are in the same server, or none";

  /** A rule of the system. */
  static final String IN_SERVERS =
      "!has(self.tiers) || !has(self.tiers.layout) || self.tiers.layout != 'Split' ||"
          + " !has(self.state) || !has(self.state.store) || self.state.store == 'Embedded'";

  static final String IN_SERVERS_MESSAGE =
      "tiers must have layout Together where state.store is Remote: each tier keeps its state in its own servers";

  /** A rule of the system. */
  static final String APART =
      "!has(self.tiers) || !has(self.tiers.beans) || has(self.tiers.layout) && self.tiers.layout == 'Split'";

  static final String APART_MESSAGE =
      "beans must be left out unless layout is Split: the servers that have the beans are then those in application";

  /** A rule of the system, which allows for absent fields like that of the application. */
  static final String MORE_THAN_HEAP =
      "!has(self.tiers) || !has(self.tiers.beans) || !has(self.application.heap) || !has(self.application.memory) ||"
          + " !isQuantity(string(self.application.heap)) || !isQuantity(string(self.application.memory)) ||"
          + " has(self.tiers.beans.heap) && !isQuantity(string(self.tiers.beans.heap)) ||"
          + " has(self.tiers.beans.memory) && !isQuantity(string(self.tiers.beans.memory)) ||"
          + " (has(self.tiers.beans.heap) ? quantity(string(self.tiers.beans.heap)) : quantity(string(self.application.heap)))"
          + ".isLessThan(has(self.tiers.beans.memory) ? quantity(string(self.tiers.beans.memory))"
          + " : quantity(string(self.application.memory)))";

  static final String MORE_THAN_HEAP_MESSAGE =
      "memory of servers with the beans must be more than their heap, which are those in application by default";

  /** A rule of the system. */
  static final String BALANCED =
      "!has(self.tiers) || !has(self.tiers.layout) || self.tiers.layout != 'Split' ||"
          + " self.balancer.policy != 'None' && !has(self.balancer.weights) &&"
          + " self.databases.all(d, !has(d.perServer) || !d.perServer)";

  static final String BALANCED_MESSAGE =
      "tiers must have layout Together with the balancer's policy None, without which beans have no common address, with its"
          + " weights, or with a private database for each server";

  public TiersSpec {
    layout = layout == null ? TierLayout.TOGETHER : layout;
    webWeight = webWeight == null ? (Integer) 1 : webWeight;
    beanWeight = beanWeight == null ? (Integer) 1 : beanWeight;
  }

  /** The servers of each tier as partitions without domains. */
  List<PartitionSpec> partitions() {
    return List.of(
        new PartitionSpec(WEB, List.of(), webWeight),
        new PartitionSpec(BEANS, List.of(), beanWeight));
  }
}
