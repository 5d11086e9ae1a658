package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;

/** Settings of the workload Cart. */
public record CartSpec(
    @JsonPropertyDescription(
            "Size of a session's state once ten products are in its cart, in bytes. Default 10240.")
        @Min(0)
        @Max(9999999)
        @Default("10240")
        Integer stateBytes,
    @JsonPropertyDescription("Products that a visit puts into its cart. Default 10.")
        @Min(1)
        @Max(100)
        @Default("10")
        Integer productsPerVisit) {}
