package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;

/** Settings of a database that ScaleLab chose because the spec does not give them. */
public record EffectiveDatabase(
    @JsonPropertyDescription(
            "Name of its layout, whose configurations share it: the first variant that uses it, or"
                + " a name of the system.")
        String layout,
    @JsonPropertyDescription(
            "The first system that uses it: its variant and factor values, as in the names of"
                + " configurations.")
        String system,
    @JsonPropertyDescription("Name of the database, as system.databases[].name.") String name,
    @JsonPropertyDescription(
            "Domains whose tables are in it; absent where the workload has no domains.")
        @Size(max = 4)
        List<Domain> domains,
    @JsonPropertyDescription(
            "The customers in it, by their numbers; only with Portal, where there are several"
                + " databases.")
        CustomerRange customers,
    @JsonPropertyDescription("Number of PostgreSQL instances: 1 primary, the others its replicas.")
        Integer instances,
    @JsonPropertyDescription("Where transactions that only read go.") DatabaseReads reads,
    @JsonPropertyDescription("CPU limit and request of each instance, in cores.") Quantity cpu,
    @JsonPropertyDescription("Memory limit and request of each instance, in bytes.")
        Quantity memory,
    @JsonPropertyDescription("Size of the volume of each instance, in bytes.") Quantity storageSize,
    @JsonPropertyDescription(
            "PostgreSQL's max_connections. It stays as it was when the experiment started.")
        Integer maxConnections)
    implements OmitsNulls {}
