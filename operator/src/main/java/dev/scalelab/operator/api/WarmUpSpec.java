package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;

/** Load on freshly started servers before the first run; nothing of it is measured. */
public record WarmUpSpec(
    @JsonPropertyDescription(
            "Maximum length of the warm-up, in seconds, with up to 3 transactions in flight for each server and core. 0 is no"
                + " warm-up. Default 120.")
        @Min(0)
        @Max(3600)
        @Default("120")
        Integer maxSeconds,
    @JsonPropertyDescription(
            "Completed transactions for each server before the warm-up ends early: servers are then equally warm whatever"
                + " their number. 0: it lasts maxSeconds. Default 500.")
        @Min(0)
        @Max(1000000)
        @Default("500")
        Integer transactionsPerServer,
    @JsonPropertyDescription(
            "Whether the warm-up goes on after these transactions, up to maxSeconds, until the servers complete less than 3 % more"
                + " in 15 s than in the 15 s before. Default true.")
        Boolean untilSteady)
    implements OmitsNulls {

  /** Whether the warm-up goes on while servers still become faster. */
  public boolean endsWhenSteady() {
    return !Boolean.FALSE.equals(untilSteady);
  }
}
