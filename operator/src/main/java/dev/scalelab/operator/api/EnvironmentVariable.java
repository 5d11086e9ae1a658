package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/** An environment variable of the application: its value, or a reference to it. */
@ValidationRule(
    value = "!has(self.value) || !has(self.valueFrom)",
    message = "give value or valueFrom, not both")
public record EnvironmentVariable(
    @Required
        @JsonPropertyDescription("Name of the variable.")
        @Pattern("^[A-Za-z_][A-Za-z0-9_]*$")
        @Size(max = 128)
        String name,
    @JsonPropertyDescription("Value of the variable, as written: $ is a character like any other.")
        @Size(max = 4096)
        String value,
    @JsonPropertyDescription("A key of a Secret or a ConfigMap that holds the value.")
        Source valueFrom)
    implements OmitsNulls {

  /** A reference to a value. */
  @ValidationRule(
      value = "has(self.secretKeyRef) != has(self.configMapKeyRef)",
      message = "give secretKeyRef or configMapKeyRef")
  public record Source(
      @JsonPropertyDescription("A key of a Secret in the experiment's namespace.")
          KeyReference secretKeyRef,
      @JsonPropertyDescription("A key of a ConfigMap in the experiment's namespace.")
          KeyReference configMapKeyRef)
      implements OmitsNulls {}

  /** A key of an object. */
  public record KeyReference(
      @Required @JsonPropertyDescription("Name of the object.") @Size(min = 1, max = 253)
          String name,
      @Required @JsonPropertyDescription("Key of its data.") @Size(min = 1, max = 253)
          String key) {}
}
