package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;

/** Settings of the workload Bookstore. */
public record BookstoreSpec(
    @JsonPropertyDescription(
            "Books that a session looks at and puts into its basket; one of them is taken out again. Default 3.")
        @Min(2)
        @Max(100)
        @Default("3")
        Integer booksPerSession) {}
