package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** One replica of a database in a step's window. */
public record ReplicaEvidence(
    @JsonPropertyDescription("Its pod.") String pod,
    @JsonPropertyDescription("CPU used, in cores.") Double cpuCores,
    @JsonPropertyDescription("CPU that it may use, in cores; absent when not limited.")
        Double cpuLimitCores,
    @JsonPropertyDescription("Read-only transactions that it answered per second.")
        Double commitsPerSecond,
    @JsonPropertyDescription(
            "Replication lag: age of the last replayed transaction while later ones are not"
                + " replayed yet, in seconds; highest of the window.")
        Double lagSeconds,
    @JsonPropertyDescription(
            "Write-ahead log of the primary that it had not replayed yet, in bytes; highest of the"
                + " window.")
        Double lagBytes)
    implements OmitsNulls {}
