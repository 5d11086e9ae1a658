package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;
import java.util.stream.Collectors;

/** A setting with one of its values. */
public record FactorValue(
    @Required
        @JsonPropertyDescription(
            "Path of the setting: below spec.system, as application.heap, or with its block, as workload.cart.stateBytes.")
        @Size(min = 1, max = 200)
        String setting,
    @Required @JsonPropertyDescription("Its value.") JsonNode value) {

  /** Several as text, for example application.cpu=2, application.heap=256Mi; empty without any. */
  public static String text(List<FactorValue> factors) {
    return factors.stream().map(FactorValue::toString).collect(Collectors.joining(", "));
  }

  @Override
  public String toString() {
    return setting + "=" + (value == null ? null : value.asText());
  }
}
