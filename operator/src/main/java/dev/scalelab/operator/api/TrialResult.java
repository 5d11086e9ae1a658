package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.stream.IntStream;

/** The figures of one trial over its valid runs. */
@RecordBuilder
public record TrialResult(
    @JsonPropertyDescription(
            "Highest mixPerSecond of a step, objectives met or not, and no less than the capacity, in transactions per"
                + " second.")
        Spread peakPerSecond,
    @JsonPropertyDescription(ResultTexts.CAPACITY) Spread capacityPerSecond,
    @JsonPropertyDescription(
            "Whether the load exceeded what the configuration could do: a step fell short of its rate or missed an"
                + " objective. Absent if a single number of users met every objective, which shows no limit.")
        Boolean saturated,
    @JsonPropertyDescription(ResultTexts.STEP) Integer step,
    @JsonPropertyDescription(ResultTexts.REQUESTS) Double requestsPerSecond,
    @JsonPropertyDescription(ResultTexts.P50) Double p50Millis,
    @JsonPropertyDescription(ResultTexts.P90) Double p90Millis,
    @JsonPropertyDescription(ResultTexts.P95) Double p95Millis,
    @JsonPropertyDescription(ResultTexts.P99) Double p99Millis,
    @JsonPropertyDescription(ResultTexts.SENT_P95) Double sentP95Millis,
    @JsonPropertyDescription(ResultTexts.ERRORS) Double errorPercent,
    @JsonPropertyDescription(ResultTexts.HOST) Double hostCpuPercent,
    @JsonPropertyDescription(ResultTexts.RUNS) Integer runs,
    @JsonPropertyDescription(ResultTexts.MEAN) Double meanMillis,
    @JsonPropertyDescription("The same figures of each round.") @Size(max = 32)
        List<RoundFigures> rounds,
    @JsonPropertyDescription("How the capacity was found; absent where given loads were measured.")
        SearchResult search,
    @JsonPropertyDescription(ResultTexts.RESOLUTION) Double capacityResolutionPercent,
    @JsonPropertyDescription(
            "Whether the peak is the highest throughput that the configuration could do: users waited, or it completed less"
                + " than 95 % of a rate. When false it is the highest that was requested.")
        Boolean peakReached,
    @JsonPropertyDescription(ResultTexts.HOST_FULL) Integer hostFullFromStep,
    @JsonPropertyDescription("Which resource limits the configuration.") Bottleneck bottleneck,
    @JsonPropertyDescription("A queueing model, beside what was measured.") QueueingModel model,
    @JsonPropertyDescription("What its disturbances have done; absent without any.")
        @Size(max = DisturbanceSpec.MAX)
        List<DisturbanceRow> disturbances,
    @JsonPropertyDescription(
            "What the beans of the workload Cells do that they should not: who throws and, with workload.cells.screen, who leaks. Empty if"
                + " nothing was found; absent for other workloads.")
        @Size(max = TrialResult.MAX_FINDINGS)
        List<ScreenFinding> screen,
    @JsonPropertyDescription(
            "Each partition or tier of the servers in the step in `step`, mean of the valid runs; absent where all are alike.")
        @Size(max = PartitionSpec.MAX)
        List<PartitionUse> partitions)
    implements OmitsNulls, TrialResultBuilder.With {
  /** Maximum number of findings about beans. */
  public static final int MAX_FINDINGS = 20;

  /** Number of the step whose response times are reported, in each run: one of a search has one. */
  public int stepOfRuns() {
    return step == null ? 1 : step;
  }

  /**
   * The same result with the response times of all rounds but one.
   *
   * @param others those without the first round, without the second and so on
   */
  public TrialResult leavingOut(List<ResponseTimes> others) {
    return withRounds(
        IntStream.range(0, rounds.size())
            .mapToObj(index -> rounds.get(index).beside(others.get(index)))
            .toList());
  }
}
