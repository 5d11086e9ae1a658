package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** The JDBC connections of the application servers. */
public record ConnectionPool(
    @JsonPropertyDescription("JDBC connections in use; highest of the servers.") Double inUse,
    @JsonPropertyDescription("JDBC connections that a server may use.") Double size,
    @JsonPropertyDescription(
            "Time spent waiting for JDBC connections, in milliseconds per HTTP request.")
        Double waitMillis)
    implements OmitsNulls {}
