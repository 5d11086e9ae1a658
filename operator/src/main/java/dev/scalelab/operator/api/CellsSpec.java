package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Map;

/** Settings of the workload cells. */
@ValidationRule(
    value = "self.leastThinkMillis <= self.mostThinkMillis",
    fieldPath = ".leastThinkMillis",
    message = "leastThinkMillis must not be more than mostThinkMillis")
@ValidationRule(
    value = "self.weights.all(name, name.matches('^[A-Za-z0-9-]{1,32}$'))",
    fieldPath = ".weights",
    message = "weights must name configurations: 1 to 32 letters, digits and '-'")
@ValidationRule(
    value =
        "has(self.table) || self.weights.all(name, name in ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])",
    fieldPath = ".weights",
    message =
        "weights must name configurations of the table: without a table of your own these are 1 to 10")
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CellsSpec(
    @JsonPropertyDescription(
            "Your own table of configurations, comma-separated values in a ConfigMap: what each bean draws, allocates and"
                + " leaks, whether it throws, and what it calls. Not given: the ten of the study.")
        ConfigMapKey table,
    @JsonPropertyDescription(
            "Configurations that are called, each as often as its weight, 1 to 100, says. Default: those of the study that"
                + " neither throw nor leak, 3, 6, 7, 8 and 10, alike.")
        @Size(min = 1, max = 100)
        @Default("{\"3\": 1, \"6\": 1, \"7\": 1, \"8\": 1, \"10\": 1}")
        Map<String, @Min(1) @Max(100) Integer> weights,
    @JsonPropertyDescription(
            "Whether connections are kept for further calls. With false calls are of HTTP/1.0 and each has a connection of"
                + " its own, to the balancer and on to a server. Default true.")
        @Default("true")
        Boolean keepAlive,
    @JsonPropertyDescription(
            "With load.users: shortest pause of a user before each call, in milliseconds; not part of the response time."
                + " Default 0.")
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
