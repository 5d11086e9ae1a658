package dev.scalelab.benchmark.ecperf.infrastructure;

import dev.scalelab.benchmark.calls.RemoteBeans;
import dev.scalelab.benchmark.ecperf.domain.Domain;
import dev.scalelab.benchmark.ecperf.domain.Partition;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/** Settings of the partition in this server's environment. Its start script validates them. */
@ApplicationScoped
public class PartitionSettings {

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
   * The beans of other partitions: one address, {@code PARTITIONS_URL}, behind which the partition
   * is found by the bean's domain.
   */
  RemoteBeans otherPartitions() {
    return RemoteBeans.at(System.getenv("PARTITIONS_URL"));
  }

  /** Whether beans of other domains in this server are called by value: {@code CALLS_BY_VALUE}. */
  boolean callsByValue() {
    return Boolean.parseBoolean(System.getenv("CALLS_BY_VALUE"));
  }
}
