package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** CPU of one tier over a window. */
public record TierUse(
    @JsonPropertyDescription(
            "application, balancer, database, cache (Infinispan servers), load or supplier (ECperf's emulator of suppliers).")
        String tier,
    @JsonPropertyDescription("CPU used by all pods of the tier, in cores.") Double cpuCores,
    @JsonPropertyDescription("CPU that they may use, in cores; absent when not limited.")
        Double cpuLimitCores,
    @JsonPropertyDescription(
            "Share of scheduling periods in which they were throttled, in percent.")
        Double throttledPercent,
    @JsonPropertyDescription(
            "Time for which they were throttled, in seconds per second; all containers together.")
        Double throttledSeconds,
    @JsonPropertyDescription(
            "CPU used by the busiest pod, in percent of its limit; absent when not limited.")
        Double busiestPercent)
    implements OmitsNulls {}
