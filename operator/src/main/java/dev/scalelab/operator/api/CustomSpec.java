package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/** Settings of the workload Custom, which describe the user's own application. */
@ValidationRule(
    value = "!self.clustered || has(self.metricsPort)",
    fieldPath = ".metricsPort",
    message =
        "metricsPort must be given where clustered is true: the servers' metrics report how many members they see")
public record CustomSpec(
    @JsonPropertyDescription(
            "Maximum number of requests of a successful transaction, which limits how long the last"
                + " responses can take. Default 10.")
        @Min(1)
        @Max(1000)
        @Default("10")
        Integer requestsPerTransaction,
    @JsonPropertyDescription(
            "Path on port 8080 that answers 200 when a server takes requests, and anything else when it does not."
                + " Default /health/ready.")
        @Pattern("^/[A-Za-z0-9._~/?=&-]*$")
        @Size(max = 256)
        @Default("/health/ready")
        String readinessPath,
    @JsonPropertyDescription(
            "Port with the servers' metrics for Prometheus at /metrics; may be 8080. Default: the servers have no metrics.")
        @Min(1)
        @Max(65535)
        Integer metricsPort,
    @JsonPropertyDescription(
            "Whether the servers are one cluster and report the number of its members (scalelab_cluster_members): a run is"
                + " then valid only while each server sees all. Default false.")
        @Default("false")
        Boolean clustered)
    implements OmitsNulls {}
