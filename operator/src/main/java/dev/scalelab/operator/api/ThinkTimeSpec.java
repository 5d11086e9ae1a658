package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.ValidationRule;

/** How long users pause between requests, uniformly distributed; no part of a response time. */
@ValidationRule(
    value = "self.minMillis <= self.maxMillis",
    fieldPath = ".minMillis",
    message = "minMillis must not be more than maxMillis")
public record ThinkTimeSpec(
    @JsonPropertyDescription("Shortest pause, in milliseconds. Default 0.")
        @Min(0)
        @Max(240000)
        @Default("0")
        Integer minMillis,
    @JsonPropertyDescription("Longest pause, in milliseconds. Default 0: no pauses.")
        @Min(0)
        @Max(240000)
        @Default("0")
        Integer maxMillis) {
  /** No pauses. */
  public static final ThinkTimeSpec NONE = new ThinkTimeSpec(0, 0);
}
