package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;

/** What is varied. */
@ValidationRule(
    value = "self.replicas.isSorted() && self.replicas.all(i, self.replicas.exists_one(j, i == j))",
    fieldPath = ".replicas",
    message = "replicas must be ascending, each count once, for example [1, 2, 4]")
public record SweepSpec(
    @Required
        @JsonPropertyDescription(
            "Numbers of application servers to measure, ascending, each once; 1 to 20 counts of 1 to 100.")
        @Size(min = 1, max = 20)
        List<@Min(1) @Max(100) Integer> replicas) {}
