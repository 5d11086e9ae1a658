package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;

/** How often transactions failed for one reason. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record FailureCount(
    @JsonPropertyDescription("The reason, as HTTP 503 or a connection's error.") @Size(max = 256)
        String reason,
    @JsonPropertyDescription("How often.") Long count) {}
