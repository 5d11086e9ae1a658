package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
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
            "PostgreSQL's max_connections. It stays as it was when the experiment started.")
        Integer maxConnections)
    implements OmitsNulls {}
