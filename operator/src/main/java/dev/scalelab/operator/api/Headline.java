package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** The figures that kubectl get shows. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Headline(
    @JsonPropertyDescription("Number of application servers.") Integer pods,
    @JsonPropertyDescription("Completed transactions per second.") Double throughputPerSecond,
    @JsonPropertyDescription("Throughput against the smallest configuration's.") Double speedup,
    @JsonPropertyDescription("95th percentile of response times with its unit, as 41ms.")
        String p95) {}
