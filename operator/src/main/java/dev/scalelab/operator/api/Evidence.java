package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;

/**
 * The servers' side of a step, from Prometheus over the measured window. A figure without samples
 * is absent.
 */
@RecordBuilder
public record Evidence(
    @JsonPropertyDescription("CPU of each tier.") @Size(max = 8) List<TierUse> tiers,
    @JsonPropertyDescription("CPU use of the hosts that run the testbed, in percent.")
        Double hostCpuPercent,
    @JsonPropertyDescription("The application servers.") ServersEvidence servers,
    @JsonPropertyDescription("The balancer.") BalancerEvidence balancer,
    @JsonPropertyDescription("Each database; absent without a database.") @Size(max = 4)
        List<DatabaseEvidence> databases,
    @JsonPropertyDescription(
            "Containers of servers, balancer, databases and Infinispan servers that restarted between the end of the"
                + " servers' warm-up and the end of the window, earlier steps included; those that disturbances have replaced left out.")
        Integer restarts,
    @JsonPropertyDescription(
            "The servers' queues; absent for workloads without a stream of transactions in queues.")
        QueueResult queue,
    @JsonPropertyDescription("The Infinispan servers; absent unless state.store is Remote.")
        CacheEvidence cache,
    @JsonPropertyDescription(
            "Further figures of servers and balancer, by name, from which the bottleneck is determined.")
        @Size(max = 32)
        Map<String, Double> signals,
    @JsonPropertyDescription("Each partition or tier of the servers; absent where all are alike.")
        @Size(max = PartitionSpec.MAX)
        List<PartitionUse> partitions,
    @JsonPropertyDescription(
            "CPU use of the fullest host that runs application servers, databases or Infinispan servers, in percent.")
        Double fullestHostCpuPercent)
    implements OmitsNulls, EvidenceBuilder.With {}
