package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** A setting and the values that it takes. */
public record FactorSpec(
    @Required
        @JsonPropertyDescription(
            "Path of the setting below spec.system, as application.heap; of a database by its name, as databases.main.cpu. Or a path"
                + " with its block: system.application.heap, workload.cart.stateBytes or load.generators.count.")
        @Size(min = 1, max = 200)
        String setting,
    @Required
        @JsonPropertyDescription(
            "Its values, 1 to 20: whole numbers or texts, for example [256Mi, 384Mi]. A fraction, true and false must be"
                + " quoted: \"0.5\", \"true\".")
        @Size(min = 1, max = 20)
        List<JsonNode> values) {

  public FactorSpec {
    values = values == null ? List.of() : List.copyOf(values);
  }
}
