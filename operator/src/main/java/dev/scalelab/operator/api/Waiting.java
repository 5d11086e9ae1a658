package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/**
 * The furthest part that a trial has got to. A part that is not ready any more is waited for from
 * the same time on, so that parts that come and go do not postpone the deadline.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Waiting(
    @JsonPropertyDescription(
            "Database, Dataset, Servers, Cluster, Balancer, Suppliers, WarmUp, CpuLimit, Queues, DatasetReset, Load or"
                + " Audit.")
        String part,
    @JsonPropertyDescription("When the trial got to it, by the operator's clock (RFC 3339).")
        String since,
    @JsonPropertyDescription(
            "The Job that was created for it: one that is missing afterwards was deleted.")
        String job) {}
