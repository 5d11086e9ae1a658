package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** Responses per second of one class of status, counted by the balancer. */
public record ResponseRate(
    @JsonPropertyDescription("Class of the status, as 2xx; other for a request without any.")
        String status,
    @JsonPropertyDescription("Responses per second.") Double perSecond,
    @JsonPropertyDescription(
            "Those of them that no server gave, but the balancer itself: of 5xx, requests refused"
                + " with 503 after queueTimeoutMillis or without any server, and with 504 because"
                + " the server's answer took too long; of 4xx and other, requests whose client gave"
                + " up while a server worked on them (4xx) or while they waited (other).")
        Double ownPerSecond)
    implements OmitsNulls {}
