package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;

/** The application's transactions and the size of their data. */
public record WorkloadSpec(
    @JsonPropertyDescription(
            "The workload: ecperf (order entry of the customer domain: 50 % new order, 20 % change order, 20 % order"
                + " status, 10 % customer status).")
        @Default("ecperf")
        WorkloadName name,
    @JsonPropertyDescription(
            "Size of the dataset: 150 customers, 100 items and 750 orders for each unit. Default 10.")
        @Min(1)
        @Max(1000)
        @Default("10")
        Integer scale) {}
