package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import java.util.stream.Stream;

/**
 * One level of the load: ramp, settling, and the window that is measured. Its rules allow for
 * absent fields: the API server checks them on the default {} before it fills in the fields' own
 * defaults.
 */
@ValidationRule(
    value = "!has(self.settleSeconds) || !has(self.seconds) || self.settleSeconds < self.seconds",
    fieldPath = ".settleSeconds",
    message = "settleSeconds must be less than seconds: the rest of the step is what is measured")
@ValidationRule(
    value =
        "!has(self.rampSeconds) || !has(self.settleSeconds) || self.rampSeconds <= self.settleSeconds",
    fieldPath = ".rampSeconds",
    message =
        "rampSeconds must not be more than settleSeconds: nothing is measured while the load changes")
public record StepSpec(
    @JsonPropertyDescription(
            "How long each level is held, settling included, in seconds. Default 60.")
        @Min(5)
        @Max(3600)
        @Default("60")
        Integer seconds,
    @JsonPropertyDescription(
            "Start of each step that is not measured, in seconds; less than seconds. Default 15.")
        @Min(1)
        @Max(3600)
        @Default("15")
        Integer settleSeconds,
    @JsonPropertyDescription(
            "Ramp from the level before, at the start of settling, in seconds. Default 5.")
        @Min(0)
        @Max(3600)
        @Default("5")
        Integer rampSeconds,
    @JsonPropertyDescription(
            "Whether each run ends with its first level again: what differs then is not of the load, but of what happened in"
                + " between. Not with load.search. Default false.")
        Boolean closing)
    implements OmitsNulls {

  /** The levels of a run, the closing one included. */
  List<Integer> withClosing(List<Integer> levels) {
    return Boolean.TRUE.equals(closing)
        ? Stream.concat(levels.stream(), Stream.of(levels.get(0))).toList()
        : levels;
  }

  /** Measured part of a step, in seconds. */
  public int measuredSeconds() {
    return seconds - settleSeconds;
  }
}
