package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** Requests per second of one server, counted by the balancer or, without one, by the server. */
public record PodRate(
    @JsonPropertyDescription("Name of the pod.") String pod,
    @JsonPropertyDescription("Requests per second.") Double requestsPerSecond,
    @JsonPropertyDescription(
            "The server's weight at the balancer, mean of the window: with the policy LoadAware, of up to 100 by its load;"
                + " absent without a balancer.")
        Double weight)
    implements OmitsNulls {}
