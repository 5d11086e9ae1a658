package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** The web threads of the application servers. */
public record WebThreads(
    @JsonPropertyDescription("Busy web threads; highest of the servers.") Double busy,
    @JsonPropertyDescription("Web threads of a server.") Double size)
    implements OmitsNulls {}
