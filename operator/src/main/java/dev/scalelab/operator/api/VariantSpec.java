package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** A named change of the system under test, of what users do, or of the load generator. */
public record VariantSpec(
    @Required
        @JsonPropertyDescription(
            "Its name, which is part of the names of its trials: lower-case letters, digits and '-', up to 20; not base.")
        @Size(min = 1, max = 20)
        @Pattern("^[a-z0-9]([-a-z0-9]*[a-z0-9])?$")
        String name,
    @JsonPropertyDescription(
            "What differs from spec.system, a JSON merge patch on it (RFC 7386): blocks are merged, lists are replaced"
                + " whole.")
        JsonNode system,
    @JsonPropertyDescription(
            "What differs from spec.workload, in the same way; type and cells.table are the same for all configurations.")
        JsonNode workload,
    @JsonPropertyDescription(
            "What differs from spec.load, in the same way: step, warmUp, requestTimeoutMillis and generators. The loads"
                + " themselves, repetitions and seed are the same for all configurations.")
        JsonNode load) {}
