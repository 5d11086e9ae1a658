package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.ValidationRule;

/** A load, and how fast it has to be answered: how many servers does it need? */
@ValidationRule(
    value =
        "has(self.users) ? has(self.thinkMillis) && !has(self.rate) : has(self.rate) &&"
            + " !has(self.thinkMillis)",
    message =
        "give users with thinkMillis, the time between two transactions of a user, or rate, transactions per second")
public record QuestionSpec(
    @JsonPropertyDescription("Number of users.") @Min(1) @Max(10000000) Integer users,
    @JsonPropertyDescription(
            "Time between the end of a user's transaction and the start of the next, with all pauses in it, in milliseconds.")
        @Min(0)
        @Max(86400000)
        Integer thinkMillis,
    @JsonPropertyDescription("Transactions per second.") @Min(1) @Max(10000000) Integer rate,
    @Required
        @JsonPropertyDescription(
            "Limit of the 95th percentile of the response times, in milliseconds.")
        @Min(1)
        @Max(86400000)
        Integer p95Millis)
    implements OmitsNulls {}
