package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;

/** How often transactions failed for one reason. */
public record FailureCount(
    @JsonPropertyDescription("The reason, as HTTP 503 or a connection's error.") @Size(max = 256)
        String reason,
    @JsonPropertyDescription("How often.") Long count)
    implements OmitsNulls {}
