package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.ValidationRule;

/** How long a supplier takes to deliver, uniformly distributed. */
@ValidationRule(
    value = "!has(self.minMillis) || !has(self.maxMillis) || self.minMillis <= self.maxMillis",
    fieldPath = ".minMillis",
    message = "minMillis must not be more than maxMillis")
public record DeliverySpec(
    @JsonPropertyDescription("Shortest time of a delivery, in milliseconds. Default 1000.")
        @Min(0)
        @Max(3600000)
        @Default("1000")
        Integer minMillis,
    @JsonPropertyDescription("Longest time of a delivery, in milliseconds. Default 5000.")
        @Min(0)
        @Max(3600000)
        @Default("5000")
        Integer maxMillis) {}
