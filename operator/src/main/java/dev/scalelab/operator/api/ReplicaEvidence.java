package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** One replica of a database in a step's window. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ReplicaEvidence(
    @JsonPropertyDescription("Its pod.") String pod,
    @JsonPropertyDescription("CPU used, in cores.") Double cpuCores,
    @JsonPropertyDescription("CPU that it may use, in cores; absent when not limited.")
        Double cpuLimitCores,
    @JsonPropertyDescription("Transactions that it answered per second: they only read.")
        Double commitsPerSecond,
    @JsonPropertyDescription(
            "Age of the last transaction that it replayed while later ones waited to be replayed, in seconds; highest of the"
                + " window.")
        Double lagSeconds,
    @JsonPropertyDescription(
            "Log of the primary that it had not replayed, in bytes; highest of the window.")
        Double lagBytes) {}
