package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/** Results of one configuration: a variant at one replica count. */
@RecordBuilder
public record ConfigurationResult(
    @JsonPropertyDescription("Its name within the experiment, such as base-2.") String name,
    @JsonPropertyDescription("The variant; base is the system as specified.") String variant,
    @JsonPropertyDescription("Its values of factors; absent where none are varied.")
        @Size(min = 1, max = 4)
        List<FactorValue> factors,
    @JsonPropertyDescription("Number of application servers.") Integer replicas,
    @JsonPropertyDescription("Why it was not measured; absent when it was.") Reason reason,
    @JsonPropertyDescription("Why it was not measured, as a message; its trial has a longer one.")
        @Size(max = Message.LONGEST)
        String message,
    @JsonPropertyDescription(
            "Highest mixPerSecond of the trial's steps, objectives met or not, and no less than the capacity, in"
                + " transactions per second.")
        Spread peakPerSecond,
    @JsonPropertyDescription(ResultTexts.CAPACITY) Spread capacityPerSecond,
    @JsonPropertyDescription(
            "ECperf's BBops/min: order transactions and completed work orders a minute at the capacity, 60 *"
                + " capacityPerSecond; absent unless the workload is ECperf and there is a capacity. The HTTP requests"
                + " that they took are in requestsPerSecond.")
        Double bbopsPerMinute,
    @JsonPropertyDescription(
            "Change of the peak against the same system with the next fewer servers, in percent.")
        Double changePercent,
    @JsonPropertyDescription("Peak against the peak of the same system with the fewest servers.")
        Double speedup,
    @JsonPropertyDescription("Speed-up against the ideal one; 1 is linear scaling.")
        Double efficiency,
    @JsonPropertyDescription(
            "Whether the load exceeded what the configuration could do. When false, the system was"
                + " not saturated and its real peak is higher: raise the rates or users. Absent if a single number of users met"
                + " every objective, which shows no limit: the real peak may be higher.")
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
    @JsonPropertyDescription(
            "The ScalabilityTrial with the runs, their steps and the evidence; absent when it was skipped.")
        String trial,
    @JsonPropertyDescription(ResultTexts.MEAN) Double meanMillis,
    @JsonPropertyDescription(ResultTexts.RESOLUTION) Double capacityResolutionPercent,
    @JsonPropertyDescription("Number of rounds from which the intervals are calculated.")
        Integer rounds,
    @JsonPropertyDescription("95 % intervals of these figures; absent with one round.")
        FigureIntervals intervals,
    @JsonPropertyDescription(
            "OneRound (no intervals), TooFewTransactions (no interval of a percentile), PeakNotReached (the peak is what was"
                + " requested, so it is not compared), NotSteady (the reported step changed while it was measured), SameServers (intervals"
                + " of rounds on the same servers).")
        @Size(max = 8)
        List<ResultNote> notes,
    @JsonPropertyDescription(ResultTexts.HOST_FULL) Integer hostFullFromStep,
    @JsonPropertyDescription(
            "ECperf's BBops/min at the peak, whether response times and errors met the objectives or not, 60 * peakPerSecond;"
                + " absent unless the workload is ECperf.")
        Double peakBbopsPerMinute,
    @JsonPropertyDescription("Which resource limits it; its trial has the whole diagnosis.")
        Bottleneck bottleneck,
    @JsonPropertyDescription("What its disturbances have done; absent without any.")
        @Size(max = DisturbanceSpec.MAX)
        List<DisturbanceRow> disturbances,
    @JsonPropertyDescription(
            "How the capacity was found, with what a reader has to know about it; absent where given loads were measured.")
        SearchResult search,
    @JsonPropertyDescription(
            "Servers, CPU and requests of each partition or tier in the step in `step`, mean of the valid runs; its trial has limits and"
                + " calls, too. Absent where all servers are alike.")
        @Size(max = PartitionSpec.MAX)
        List<PartitionUse> partitions)
    implements OmitsNulls, ConfigurationResultBuilder.With {
  /** An experiment may have hundreds of rows; the whole message is in the trial. */
  private static final int LONGEST_MESSAGE = 400;

  /**
   * A configuration that was not measured, and why.
   *
   * @param trial name of the trial that failed; null when it was skipped
   */
  public static ConfigurationResult notMeasured(
      String name,
      String variant,
      List<FactorValue> factors,
      int replicas,
      Reason reason,
      String message,
      String trial) {
    return ConfigurationResultBuilder.builder()
        .name(name)
        .variant(variant)
        .factors(factors)
        .replicas(replicas)
        .reason(reason)
        .message(Message.shorten(message, LONGEST_MESSAGE))
        .trial(trial)
        .build();
  }

  /** Whether it was measured. */
  public boolean measured() {
    return peakPerSecond != null;
  }

  /** Which system it is, whatever the number of servers: those of one system are compared. */
  public String system() {
    return variant + (factors == null ? "" : " " + factors);
  }
}
