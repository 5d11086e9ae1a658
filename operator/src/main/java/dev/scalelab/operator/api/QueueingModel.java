package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/** A queueing model of one configuration, and how well it predicts what was measured. */
@RecordBuilder
public record QueueingModel(
    @JsonPropertyDescription(
            "CPU time that a transaction needs of each tier, measured at loads that leave every CPU below 70 %.")
        @Size(max = QueueingModel.MAX_DEMANDS)
        List<ServiceDemand> demands,
    @JsonPropertyDescription(
            "How long a transaction holds connections, threads and other slots, of each kind those that allow the lowest throughput.")
        @Size(max = QueueingModel.MAX_SLOTS)
        List<SlotDemand> slots,
    @JsonPropertyDescription(
            "Time of a transaction without waiting that is not CPU of a tier, in milliseconds.")
        Double delayMillis,
    @JsonPropertyDescription("Closed model: time between a user's transactions, in milliseconds.")
        Double thinkMillis,
    @JsonPropertyDescription("Requests for each transaction.") Double requestsEach,
    @JsonPropertyDescription(
            "New orders for each transaction; absent if the workload has none, or its load is a stream of them.")
        Double ordersEach,
    @JsonPropertyDescription("The measured loads and the predictions; of more than 20 the highest.")
        @Size(max = QueueingModel.MAX_STEPS)
        List<PredictedStep> steps,
    @JsonPropertyDescription("95th percentiles against means, by utilization.")
        @Size(max = QueueingModel.MAX_STEPS)
        List<PercentileRatio> percentiles,
    @JsonPropertyDescription(
            "Largest error of a predicted throughput, of the loads with a CPU above 70 %, from which no demand was measured, in"
                + " percent.")
        Double throughputErrorPercent,
    @JsonPropertyDescription(
            "Largest error of a predicted response time, of the same loads; absent if none of them has one, as a rate that"
                + " exceeds what a CPU can do.")
        Double responseErrorPercent,
    @JsonPropertyDescription(
            "Why it answers no questions: FiguresMissing, TooFewSteps, NotTested, Misfit (an error above 10 % of the throughput or"
                + " 30 % of the response time) or TooManyUsers; absent if it does.")
        ModelReason reason)
    implements OmitsNulls, QueueingModelBuilder.With {
  /** Tiers and databases of a system. */
  public static final int MAX_DEMANDS = 16;

  /** Kinds of slots: connections, instances and threads of beans, web threads, requests. */
  public static final int MAX_SLOTS = 5;

  /** Loads that are kept. */
  public static final int MAX_STEPS = 20;
}
