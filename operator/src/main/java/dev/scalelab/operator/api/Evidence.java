package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/**
 * The servers' side of a step, from Prometheus over the measured window. A figure without samples
 * is absent.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Evidence(
    @JsonPropertyDescription("CPU of each tier.") @Size(max = 8) List<TierUse> tiers,
    @JsonPropertyDescription(
            "CPU limit in force at the application servers, in cores; the highest of them and of the window.")
        Double cpuLimitCores,
    @JsonPropertyDescription(
            "CPU limit in force at the application servers, in cores; the lowest of them and of the window.")
        Double cpuLimitLeastCores,
    @JsonPropertyDescription("Busy share of the hosts that run the testbed, in percent.")
        Double hostCpuPercent,
    @JsonPropertyDescription(
            "Share of time in garbage collection, in percent; mean of the servers.")
        Double gcPercent,
    @JsonPropertyDescription("Used heap against its limit, in percent; highest of the servers.")
        Double heapPercent,
    @JsonPropertyDescription("JDBC connections in use; highest of the servers.") Double poolInUse,
    @JsonPropertyDescription("JDBC connections that a server may use.") Double poolSize,
    @JsonPropertyDescription(
            "Time that was waited for JDBC connections, in milliseconds per HTTP request.")
        Double poolWaitMillis,
    @JsonPropertyDescription("Busy web threads; highest of the servers.") Double webThreadsBusy,
    @JsonPropertyDescription("Web threads of a server.") Double webThreads,
    @JsonPropertyDescription("Members in the smallest cluster view seen.") Integer clusterSize,
    @JsonPropertyDescription("Connections of the database; highest of the window.")
        Double databaseConnections,
    @JsonPropertyDescription("Committed database transactions per second.")
        Double databaseCommitsPerSecond,
    @JsonPropertyDescription(
            "Seconds in which a server had no answer from its databases; highest of the servers. It asks every second,"
                + " over a connection of its own. A silence counts from its sixth second; if a database had closed the"
                + " connection, or nothing listened at its port, from its first.")
        Double databaseLostSeconds,
    @JsonPropertyDescription("Requests per second that the balancer passed on.")
        Double balancerRequestsPerSecond,
    @JsonPropertyDescription("Requests waiting in the balancer; highest of the window.")
        Double balancerQueue,
    @JsonPropertyDescription(
            "Fewest servers in the balancer's rotation at any sample of the window; if fewer than there are, it took one"
                + " for dead.")
        Integer balancerServers,
    @JsonPropertyDescription("Requests per second of each server, by the balancer's count.")
        @Size(max = 100)
        List<PodRate> pods,
    @JsonPropertyDescription(
            "Containers of servers, balancer and database that began anew between the end of the servers' warm-up and"
                + " the end of the window; those of earlier steps count again.")
        Integer restarts,
    @JsonPropertyDescription(
            "The servers' queues, where a stream of transactions waits in them; absent elsewhere.")
        QueueResult queue) {}
