package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/** A limit of response times. */
@ValidationRule(
    value = "!has(self.transaction) || self.percentile in ['50', '90', '95']",
    fieldPath = ".percentile",
    message = "percentile must be 50, 90 or 95 for a single transaction")
public record ResponseTimeObjective(
    @JsonPropertyDescription(
            "The transaction to check, named as in workload.mix. Default: all of them together.")
        @Size(max = 40)
        String transaction,
    @Required
        @JsonPropertyDescription(
            "The percentile to check: 50, 90, 95 or 99; 50, 90 or 95 of a single transaction.")
        @Pattern("^(50|90|95|99)$")
        String percentile,
    @Required
        @JsonPropertyDescription("Maximum of the percentile in a step, in milliseconds.")
        @Min(1)
        @Max(600000)
        Integer maxMillis)
    implements OmitsNulls {

  @Override
  public String toString() {
    return "p%s%s <= %d ms"
        .formatted(percentile, transaction == null ? "" : " of " + transaction, maxMillis);
  }
}
