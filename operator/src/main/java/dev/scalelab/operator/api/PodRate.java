package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** Requests per second of one server, counted by the balancer. */
public record PodRate(
    @JsonPropertyDescription("Name of the pod.") String pod,
    @JsonPropertyDescription("Requests per second.") Double requestsPerSecond)
    implements OmitsNulls {}
