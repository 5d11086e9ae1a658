package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/** The queueing model of a system, with which questions about its capacity are answered. */
@RecordBuilder
public record SystemModel(
    @JsonPropertyDescription("The system: the variant and its values of factors, such as base.")
        String system,
    @JsonPropertyDescription("The number of application servers with which demands were measured.")
        Integer replicas,
    @JsonPropertyDescription("CPU time that a transaction needs of each tier.")
        @Size(max = QueueingModel.MAX_DEMANDS)
        List<ServiceDemand> demands,
    @JsonPropertyDescription(
            "How long a transaction holds connections, threads and other slots, of each kind those that allow the lowest throughput.")
        @Size(max = QueueingModel.MAX_SLOTS)
        List<SlotDemand> slots,
    @JsonPropertyDescription(
            "Time of a transaction without waiting that is not CPU of a tier, in milliseconds.")
        Double delayMillis,
    @JsonPropertyDescription("Requests for each transaction.") Double requestsEach,
    @JsonPropertyDescription("New orders for each transaction; absent if there are none.")
        Double ordersEach,
    @JsonPropertyDescription("95th percentiles against means, by utilization.")
        @Size(max = QueueingModel.MAX_STEPS)
        List<PercentileRatio> percentiles,
    @JsonPropertyDescription(
            "Largest error of a predicted throughput with any number of servers, in percent.")
        Double throughputErrorPercent,
    @JsonPropertyDescription(
            "Largest error of a predicted mean response time with any number of servers, in percent; absent if none was"
                + " compared.")
        Double responseErrorPercent,
    @JsonPropertyDescription("Why it answers no questions; absent if it does.") ModelReason reason,
    @JsonPropertyDescription("The model as a sentence.") @Size(max = SystemModel.LONGEST)
        String message)
    implements OmitsNulls, SystemModelBuilder.With {
  /** Maximum length of a sentence. */
  public static final int LONGEST = 400;

  public SystemModel {
    message = Message.shorten(message, LONGEST);
  }
}
