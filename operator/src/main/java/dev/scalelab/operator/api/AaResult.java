package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;

/** The base against itself, which was measured twice in each round. */
public record AaResult(
    @JsonPropertyDescription(
            "Peak of the second against the first, of the configuration where they differ most.")
        Estimate ratio,
    @JsonPropertyDescription(
            "Whether they differ by more than chance explains (99 % over all configurations): then no comparison is"
                + " judged.")
        Boolean broken,
    @JsonPropertyDescription("The same as a sentence.") @Size(max = Message.LONGEST) String message)
    implements OmitsNulls {}
