package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/**
 * Closed model: a number of users, each of whom starts a transaction when the one before has ended.
 */
public record ClosedLoadSpec(
    @Required
        @JsonPropertyDescription(
            "Number of users in each step; 1 to 100 steps. With ECperf and its default mix they are multiples of"
                + " eight: five order clients and three production lines for each unit of the injection rate.")
        @Size(min = 1, max = 100)
        List<@Min(1) @Max(50000) Integer> users,
    @JsonPropertyDescription(
            "Transactions of each user after which the measured part of a step ends. The run is"
                + " invalid if the step is too short for that, or if all users complete them in"
                + " less than 10 s. Default: the window ends with the step.")
        @Min(1)
        @Max(100000)
        Integer transactionsPerUser)
    implements OmitsNulls {}
