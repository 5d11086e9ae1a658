package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/**
 * The furthest part that a trial has reached. The wait for a part that is no longer ready counts
 * from the same time, so that parts which become ready and unready again do not postpone the
 * deadline.
 */
public record Waiting(
    @JsonPropertyDescription(
            "Database, Dataset, Servers, Cluster, Balancer, Suppliers, WarmUp, CpuLimit, Queues, DatasetReset, Load or"
                + " Audit; NewServers when those that were there were lost before a load.")
        String part,
    @JsonPropertyDescription("When the trial reached it, by the operator's clock (RFC 3339).")
        String since,
    @JsonPropertyDescription(
            "The Job that was created for it: one that is missing afterwards was deleted.")
        String job)
    implements OmitsNulls {}
