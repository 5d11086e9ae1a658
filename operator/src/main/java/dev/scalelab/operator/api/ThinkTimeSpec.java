package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.ValidationRule;

/** How long users pause between requests, uniformly distributed; no part of a response time. */
@ValidationRule(
    value = "self.minMillis <= self.maxMillis",
    fieldPath = ".minMillis",
    message = "minMillis must not be more than maxMillis")
public record ThinkTimeSpec(
    @JsonPropertyDescription("Shortest pause, in milliseconds. Default 0.")
        @Min(0)
        @Max(240000)
        @Default("0")
        Integer minMillis,
    @JsonPropertyDescription("Longest pause, in milliseconds. Default 0: no pauses.")
        @Min(0)
        @Max(240000)
        @Default("0")
        Integer maxMillis) {
  /** In a rule of the experiment: the number of pauses within a transaction. */
  static final String PAUSES =
      "(self.workload.type == 'Cart' ? (has(self.workload.cart) ?"
          + " self.workload.cart.productsPerVisit : 10) + 1 : self.workload.type == 'Bookstore' ? 2 *"
          + " (has(self.workload.bookstore) ? self.workload.bookstore.booksPerSession : 3) + 4 :"
          + " self.workload.type == 'Custom' ? (has(self.workload.custom) ?"
          + " self.workload.custom.requestsPerTransaction : 10) - 1 : 0)";

  /** A rule of the experiment: a step measures its own transactions. */
  static final String SETTLED =
      "!has(self.workload.thinkTime) || "
          + PAUSES
          + " * (self.workload.thinkTime.minMillis + self.workload.thinkTime.maxMillis) <= 2000 *"
          + " (self.load.step.settleSeconds - self.load.step.rampSeconds)";

  static final String SETTLED_MESSAGE =
      "settleSeconds must be at least rampSeconds plus the pauses of one transaction, (requests - 1) times"
          + " the mean of workload.thinkTime: otherwise a step measures transactions that started in the step"
          + " before";

  /** No pauses. */
  public static final ThinkTimeSpec NONE = new ThinkTimeSpec(0, 0);
}
