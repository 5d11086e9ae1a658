package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** Open model: transactions arrive at a rate, independent of the servers' responses. */
public record OpenLoadSpec(
    @Required
        @JsonPropertyDescription(
            "Arrival rate of each step, in transactions per second; 1 to 100 steps.")
        @Size(min = 1, max = 100)
        List<@Min(1) @Max(100000) Integer> rates) {}
