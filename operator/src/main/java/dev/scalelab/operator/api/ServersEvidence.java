package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Map;

/** The application servers in a step's window. */
@RecordBuilder
public record ServersEvidence(
    @JsonPropertyDescription("CPU limits in force at the servers.") CpuLimits cpuLimits,
    @JsonPropertyDescription(
            "Share of time in garbage collection, in percent; mean of the servers.")
        Double gcPercent,
    @JsonPropertyDescription(
            "Time that the JIT compilers were busy, in percent of the servers' CPU time; absent if a server does not report it.")
        Double jitPercent,
    @JsonPropertyDescription("Used heap against its limit, in percent; highest of the servers.")
        Double heapPercent,
    @JsonPropertyDescription("The servers' JDBC connections.") ConnectionPool pool,
    @JsonPropertyDescription("The servers' web threads.") WebThreads webThreads,
    @JsonPropertyDescription("Members in the smallest cluster view seen.") Integer clusterSize,
    @JsonPropertyDescription(
            "Seconds during which a server had no answer from its databases; highest of the"
                + " servers. Each server checks every second, over a separate connection. An outage"
                + " counts from its sixth second, or from its first if the database closed the"
                + " connection or nothing listened at its port.")
        Double databaseLostSeconds,
    @JsonPropertyDescription(
            "Settings in force as the servers report them, by name: heap (maxHeap where only Java's own figure is known), collector,"
                + " processors, webThreads, connectionPoolSize, connectionPoolMinSize, sessionCopies, beanCopies, entityCaches, portalCopies, listeners, webQueue, beanPool, beanThreads, beanQueue (0: none), newRatio (0: not set), callsByValue and accessLog (0 or 1), and"
                + " logLevel as Java's number. Different"
                + " values of the servers are separated by commas; what no server reports is absent.")
        @Size(max = 32)
        Map<String, String> settings,
    @JsonPropertyDescription(
            "The servers' caches of entities; absent unless system.state.entities is Clustered.")
        EntityEvidence entities)
    implements OmitsNulls, ServersEvidenceBuilder.With {}
