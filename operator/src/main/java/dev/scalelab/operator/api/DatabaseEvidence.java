package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** The database in a step's window, by its own figures and as the servers saw it. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DatabaseEvidence(
    @JsonPropertyDescription("Connections of the database; highest of the window.")
        Double connections,
    @JsonPropertyDescription("Committed database transactions per second.") Double commitsPerSecond,
    @JsonPropertyDescription(
            "Seconds in which a server had no answer from its databases; highest of the servers. It asks every second,"
                + " over a connection of its own. A silence counts from its sixth second; if a database had closed the"
                + " connection, or nothing listened at its port, from its first.")
        Double lostSeconds) {}
