package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** What is used of a database where the spec leaves it to ScaleLab. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record EffectiveDatabase(
    @JsonPropertyDescription(
            "Configurations of the same layout share it: the variant that has it first, or a name of the system.")
        String layout,
    @JsonPropertyDescription(
            "The first system that has it, its variant and values of factors, as in the names of configurations.")
        String system,
    @JsonPropertyDescription("Name of the database, as system.databases[].name.") String name,
    @JsonPropertyDescription(
            "Domains whose tables are in it; absent where the workload has no domains.")
        @Size(max = 4)
        List<Domain> domains,
    @JsonPropertyDescription(
            "PostgreSQL's max_connections. It stays as it was when the experiment started.")
        Integer maxConnections) {}
