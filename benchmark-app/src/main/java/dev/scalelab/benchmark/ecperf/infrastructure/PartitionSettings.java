package dev.scalelab.benchmark.ecperf.infrastructure;

import dev.scalelab.benchmark.ecperf.domain.Domain;
import dev.scalelab.benchmark.ecperf.domain.Partition;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.net.URI;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/** Settings of the partition in this server's environment. Its start script validates them. */
@ApplicationScoped
public class PartitionSettings {

  /** WildFly's own path for calls of beans over HTTP. */
  private static final String CALLS = "/wildfly-services";

  /** The domains of {@code PARTITION_DOMAINS}; all without it. */
  @Produces
  Partition partition() {
    String domains = System.getenv().getOrDefault("PARTITION_DOMAINS", "");
    Set<Domain> own =
        Arrays.stream(domains.split(","))
            .filter(name -> !name.isEmpty())
            .map(Domain::valueOf)
            .collect(Collectors.toSet());
    return new Partition(own.isEmpty() ? EnumSet.allOf(Domain.class) : own);
  }

  /**
   * Where calls of the beans of other partitions are sent: one address, behind which {@code
   * PARTITIONS_URL} finds the partition by the bean's domain. WildFly's client does not try a
   * second address.
   */
  URI calls() {
    return URI.create(System.getenv("PARTITIONS_URL") + CALLS);
  }

  /** Whether beans of other domains in this server are called by value: {@code CALLS_BY_VALUE}. */
  boolean callsByValue() {
    return Boolean.parseBoolean(System.getenv("CALLS_BY_VALUE"));
  }
}
