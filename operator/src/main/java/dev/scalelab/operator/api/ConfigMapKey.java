package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** A file in a ConfigMap of the experiment's namespace. */
public record ConfigMapKey(
    @Required
        @JsonPropertyDescription(
            "Name of a ConfigMap in the experiment's namespace. It must have the label"
                + " scalelab.dev/cells-table=true: a ConfigMap without the label is ignored, because it may belong to"
                + " something else.")
        @Size(min = 1, max = 253)
        @Pattern("^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$")
        String name,
    @JsonPropertyDescription("Key of its data. Default table.csv.")
        @Size(min = 1, max = 253)
        @Pattern("^[-._a-zA-Z0-9]+$")
        @Default("table.csv")
        String key) {}
