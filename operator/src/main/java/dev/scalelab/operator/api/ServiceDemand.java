package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** CPU time that a transaction needs of one tier. */
public record ServiceDemand(
    @JsonPropertyDescription("The tier, as application.") String tier,
    @JsonPropertyDescription("The database, where there are several.") String database,
    @JsonPropertyDescription("CPU time for each transaction, in milliseconds of one core.")
        Estimate millis,
    @JsonPropertyDescription(
            "CPU limit in force, in cores: of one application server, or of the whole tier.")
        Double cores)
    implements OmitsNulls {}
