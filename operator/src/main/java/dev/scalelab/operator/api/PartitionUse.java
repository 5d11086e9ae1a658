package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** What one partition of the servers, or one of their tiers, did in a window. */
public record PartitionUse(
    @JsonPropertyDescription(
            "Its name, as in spec.system.partitions; web or beans where spec.system.tiers are split.")
        String name,
    @JsonPropertyDescription("Number of its application servers.") Integer servers,
    @JsonPropertyDescription("CPU used by its servers, in cores.") Double cpuCores,
    @JsonPropertyDescription("CPU that they may use, in cores; absent when one is not limited.")
        Double cpuLimitCores,
    @JsonPropertyDescription(
            "CPU used by the databases with its domains, replicas included, in cores. A database that partitions share counts in"
                + " each of them.")
        Double databaseCpuCores,
    @JsonPropertyDescription("CPU that they may use, in cores; absent when one is not limited.")
        Double databaseCpuLimitCores,
    @JsonPropertyDescription(
            "Requests of clients per second that the balancer passed on to it, without calls of other servers.")
        Double requestsPerSecond,
    @JsonPropertyDescription(
            "Calls per second that servers of other partitions, or of the web tier, made to it, through the balancer.")
        Double callsPerSecond)
    implements OmitsNulls {
  /** For a table of hundreds of rows: without limits and calls, which the trial has. */
  public PartitionUse brief() {
    return new PartitionUse(
        name, servers, cpuCores, null, databaseCpuCores, null, requestsPerSecond, null);
  }
}
