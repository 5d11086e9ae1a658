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
    value =
        "!has(self.transaction) || !has(self.percentile) || self.percentile in ['50', '90', '95']",
    fieldPath = ".percentile",
    message = "percentile must be 50, 90 or 95 for a single transaction")
@ValidationRule(
    value = "has(self.percentile) != has(self.minSharePercent)",
    message =
        "give percentile (its value must be within maxMillis) or minSharePercent (at least that share of the responses must"
            + " be within maxMillis), and not both")
public record ResponseTimeObjective(
    @JsonPropertyDescription(
            "The transaction to check, named as in workload.mix. Default: all of them together.")
        @Size(max = 40)
        String transaction,
    @JsonPropertyDescription(
            "The percentile to check: 50, 90, 95 or 99; 50, 90 or 95 of a single transaction. Set either percentile or"
                + " minSharePercent.")
        @Pattern("^(50|90|95|99)$")
        String percentile,
    @Required
        @JsonPropertyDescription(
            "Maximum of the percentile in a step, or the limit for minSharePercent, in milliseconds.")
        @Min(1)
        @Max(600000)
        Integer maxMillis,
    @JsonPropertyDescription(
            "Minimum share of the responses that are within maxMillis, in percent of the transactions that completed in a step.")
        @Min(1)
        @Max(100)
        Integer minSharePercent)
    implements OmitsNulls {

  /** A limit of a percentile. */
  public static ResponseTimeObjective ofPercentile(
      String transaction, String percentile, int maxMillis) {
    return new ResponseTimeObjective(transaction, percentile, maxMillis, null);
  }

  @Override
  public String toString() {
    if (minSharePercent != null) {
      return "%d %% of %s within %d ms"
          .formatted(
              minSharePercent, transaction == null ? "all transactions" : transaction, maxMillis);
    }
    return "p%s%s <= %d ms"
        .formatted(percentile, transaction == null ? "" : " of " + transaction, maxMillis);
  }
}
