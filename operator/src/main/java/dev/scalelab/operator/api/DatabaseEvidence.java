package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;

/**
 * One database in a step's window, from the kubelet's and CloudNativePG's metrics. Figures outside
 * replicas are the primary's.
 */
@RecordBuilder
public record DatabaseEvidence(
    @JsonPropertyDescription("Its name, as in spec.system.databases.") String name,
    @JsonPropertyDescription("CPU used, in cores.") Double cpuCores,
    @JsonPropertyDescription("CPU that it may use, in cores; absent when not limited.")
        Double cpuLimitCores,
    @JsonPropertyDescription("Connections; highest of the window.") Double connections,
    @JsonPropertyDescription("Committed database transactions per second.") Double commitsPerSecond,
    @JsonPropertyDescription("Connections that waited for a lock; highest of the window.")
        Double waiting,
    @JsonPropertyDescription("Deadlocks that PostgreSQL ended.") Double deadlocks,
    @JsonPropertyDescription(
            "Blocks of 8 KiB read per second that were not in PostgreSQL's buffers.")
        Double blocksReadPerSecond,
    @JsonPropertyDescription(
            "Where it has replicas: the pod that was its primary, or, after a failover within the"
                + " window, each pod that was.")
        @Size(max = 5)
        List<String> primaries,
    @JsonPropertyDescription("Its replicas; absent where it has none.") @Size(max = 5)
        List<ReplicaEvidence> replicas,
    @JsonPropertyDescription("The servers' pools of connections to it.") ConnectionPool pool,
    @JsonPropertyDescription(
            "Further figures, by name, from which the bottleneck is determined; replicas are included.")
        @Size(max = 16)
        Map<String, Double> signals)
    implements OmitsNulls, DatabaseEvidenceBuilder.With {}
