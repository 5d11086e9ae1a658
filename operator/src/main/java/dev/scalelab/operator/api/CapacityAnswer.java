package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.soabase.recordbuilder.core.RecordBuilder;

/** How many servers a load needs, by a system's queueing model. */
@RecordBuilder
public record CapacityAnswer(
    @JsonPropertyDescription("The system, such as base.") String system,
    @JsonPropertyDescription("Number of the question in spec.questions, from 1.") Integer question,
    @JsonPropertyDescription(
            "Application servers that suffice, with the error of the model allowed for; absent if no number up to 100 does, or there is"
                + " no model.")
        Integer replicas,
    @JsonPropertyDescription(
            "Servers that would suffice if the demands are at the lower end of their intervals and the model has no error.")
        Integer low,
    @JsonPropertyDescription(
            "Servers that are needed if the demands are at the upper end of their intervals; absent if no number suffices"
                + " then.")
        Integer high,
    @JsonPropertyDescription("Transactions per second of the load.") Double perSecond,
    @JsonPropertyDescription("Requests per second of the load.") Double requestsPerSecond,
    @JsonPropertyDescription("New orders per hour of the load; absent if the workload has none.")
        Double ordersPerHour,
    @JsonPropertyDescription(
            "What limits with that number of servers: the tier by its CPU, as database, or slots of the servers, as JDBC pool.")
        String limitedBy,
    @JsonPropertyDescription("The throughput that it allows, in transactions per second.")
        Double limitPerSecond,
    @JsonPropertyDescription(
            "Whether this is more than twice the largest number of servers that was measured.")
        Boolean extrapolated,
    @JsonPropertyDescription("The answer as a sentence, with what it assumes.")
        @Size(max = SystemModel.LONGEST)
        String message)
    implements OmitsNulls {

  public CapacityAnswer {
    message = Message.shorten(message, SystemModel.LONGEST);
  }
}
