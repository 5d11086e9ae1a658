package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;

/** What is done about the diagnosis. */
public record DiagnosisSpec(
    @JsonPropertyDescription(
            "true measures one more configuration at the end: the last one of which a resource was named that a field of"
                + " spec.system sets, with 1.5 times that field. status.verification says whether the capacity rose. Default false.")
        @Default("false")
        Boolean verify) {}
