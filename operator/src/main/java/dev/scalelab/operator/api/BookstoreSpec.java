package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.ValidationRule;

/** Settings of the workload bookstore. */
@ValidationRule(
    value = "self.leastThinkMillis <= self.mostThinkMillis",
    fieldPath = ".leastThinkMillis",
    message = "leastThinkMillis must not be more than mostThinkMillis")
public record BookstoreSpec(
    @JsonPropertyDescription(
            "Where the state of a session is kept: WebSession, StatefulBean, or Both (each change is written to both)."
                + " How many servers hold it is system.application.sessionCopies. Default WebSession.")
        @Default("WebSession")
        StatePlace state,
    @JsonPropertyDescription(
            "Books that a session looks at and puts into its basket; one of them is taken out again. Default 3.")
        @Min(2)
        @Max(100)
        @Default("3")
        Integer booksPerSession,
    @JsonPropertyDescription(
            "Shortest pause before each further request of a session, and with load.users between sessions too, in"
                + " milliseconds; not part of the response time. Default 0.")
        @Min(0)
        @Max(240000)
        @Default("0")
        Integer leastThinkMillis,
    @JsonPropertyDescription(
            "Longest of these pauses, which are drawn evenly, in milliseconds. Default 0: no pauses.")
        @Min(0)
        @Max(240000)
        @Default("0")
        Integer mostThinkMillis) {}
