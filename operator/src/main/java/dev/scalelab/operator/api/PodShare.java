package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** Number of requests that one server answered. */
public record PodShare(
    @JsonPropertyDescription("Name of the pod.") String pod,
    @JsonPropertyDescription("Requests answered.") Long requests)
    implements OmitsNulls {}
