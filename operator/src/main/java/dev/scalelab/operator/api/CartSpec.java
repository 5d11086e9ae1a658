package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.ValidationRule;

/** Settings of the workload cart. */
@ValidationRule(
    value = "self.leastThinkMillis <= self.mostThinkMillis",
    fieldPath = ".leastThinkMillis",
    message = "leastThinkMillis must not be more than mostThinkMillis")
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
        Integer productsPerVisit,
    @JsonPropertyDescription(
            "Shortest pause before each further request of a visit, and with load.users between visits too, in milliseconds;"
                + " not part of the response time. Default 0.")
        @Min(0)
        @Max(240000)
        @Default("0")
        Integer leastThinkMillis,
    @JsonPropertyDescription(
            "Longest of these pauses, which are drawn evenly, in milliseconds. Default 0: no pauses.")
        @Min(0)
        @Max(240000)
        @Default("0")
        Integer mostThinkMillis) {}
