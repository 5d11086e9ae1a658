package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** The figures that kubectl get shows. */
public record Headline(
    @JsonPropertyDescription("Name of the configuration that the figures are of, such as base-2.")
        String configuration,
    @JsonPropertyDescription("Number of application servers.") Integer pods,
    @JsonPropertyDescription(
            "Transactions per second: all that the latest step completed while it runs, at the end the last"
                + " configuration's peak or, with load.search, its capacity.")
        Double throughputPerSecond,
    @JsonPropertyDescription(
            "Throughput of the target mix against the peak of the same system with the fewest servers; absent if only one"
                + " number of servers was measured, and while the latest step's target is below that peak.")
        Double speedup,
    @JsonPropertyDescription(
            "95th percentile of response times with its unit, as 41ms: of the latest step while it runs, at the end at"
                + " the last configuration's capacity, or at its peak when no step met the objectives; with load.search at the highest"
                + " load that was measured and met them.")
        String p95,
    @JsonPropertyDescription(
            "HTTP requests answered per second: of the latest step while it runs, at the end of the same step as"
                + " p95.")
        Double requestsPerSecond,
    @JsonPropertyDescription(
            "ECperf's BBops/min of the last configuration, at the end; absent unless the workload is ECperf.")
        Double bbopsPerMinute,
    @JsonPropertyDescription(
            "What limits the last configuration, as Database/Cpu, at the end; NotDetermined or NotSaturated without one resource that does.")
        String bottleneck)
    implements OmitsNulls {

  /** For a configuration without results yet. */
  public static Headline of(String configuration, int pods) {
    return new Headline(configuration, pods, null, null, null, null, null, null);
  }
}
