package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;

/**
 * One load level, measured: what the client saw, and the servers' evidence over the same window.
 */
@RecordBuilder
public record StepResult(
    @JsonPropertyDescription("Number of the step, from 1.") Integer step,
    @JsonPropertyDescription("The load that was requested.") StepTarget target,
    @JsonPropertyDescription("The measured part of the step.") StepWindow window,
    @JsonPropertyDescription("What the client counted in the window.") StepCounts counts,
    @JsonPropertyDescription("Completed transactions per second of the window.")
        Double throughputPerSecond,
    @JsonPropertyDescription(
            "Throughput of the target mix, from which peaks are determined: arrivals per second"
                + " times the completed fraction, where each transaction is weighted by its number"
                + " of requests.")
        Double mixPerSecond,
    @JsonPropertyDescription("Failed transactions, in percent of the ended ones.")
        Double errorPercent,
    @JsonPropertyDescription("Response times of all transactions that completed.")
        ResponseTimes responseTimes,
    @JsonPropertyDescription(
            "Whether the step met every objective. To count as capacity, a stream in addition to the"
                + " load must also be kept: see stream.kept.")
        Boolean objectivesMet,
    @JsonPropertyDescription(
            "Shares of responses within the limits of objectives with minSharePercent; absent without any.")
        @Size(max = 20)
        List<ResponseShare> shares,
    @JsonPropertyDescription(
            "UnderUsed (responses within 1.5 times those of the lowest load, and all that was requested was done),"
                + " FullyLoaded (at least 90 % of the highest throughput), Halted (less than that past the peak, mean response"
                + " time above the longest limit and the think time, or more than 10 % errors); absent between UnderUsed and"
                + " FullyLoaded, and until the trial has ended.")
        StepStage stage,
    @JsonPropertyDescription("Figures of each kind of transaction.") @Size(max = 64)
        List<TransactionResult> transactions,
    @JsonPropertyDescription("The most frequent failures.") @Size(max = 10)
        List<FailureCount> errors,
    @JsonPropertyDescription("Requests that each server answered, as the client saw it.")
        @Size(max = 100)
        List<PodShare> pods,
    @JsonPropertyDescription("The load generator's own condition.") GeneratorResult generator,
    @JsonPropertyDescription(
            "Constant stream of transactions in addition to the load, not included in the other"
                + " counts; absent for workloads without one.")
        StreamResult stream,
    @JsonPropertyDescription(
            "What became of the state of sessions that ended in the window; absent for workloads without session state.")
        StateCounts state,
    @JsonPropertyDescription(
            "Requests of the window that failed, by kind, without those of a stream; absent if none failed, or the load"
                + " generator does not report them.")
        RequestFailures failedRequests,
    @JsonPropertyDescription("Clocks by which the step was measured.") StepClocks clocks,
    @JsonPropertyDescription("The servers' side of the window; absent until it is collected.")
        Evidence evidence,
    @JsonPropertyDescription(
            "Whether the measured part was steady; absent if the load generator does not report a series.")
        StepSteadiness steady,
    @JsonPropertyDescription("Why the evidence could not be collected.")
        @Size(max = Message.LONGEST)
        String evidenceMissing,
    @JsonPropertyDescription(
            "Why the step cannot be trusted, as soon as the servers' side of it is known; absent when it can.")
        InvalidStep invalid)
    implements OmitsNulls, StepResultBuilder.With {

  /**
   * Builder of a step from its number, load, window and counts; the other parts are set by name.
   */
  public static StepResultBuilder of(
      int step, StepTarget target, StepWindow window, StepCounts counts) {
    return StepResultBuilder.builder().step(step).target(target).window(window).counts(counts);
  }

  /** Whether every share of responses within a limit was large enough. */
  public boolean metShares() {
    return shares == null || shares.stream().allMatch(ResponseShare::met);
  }

  /** Requests answered per second, without those of a stream. */
  public double requestsPerSecond() {
    return counts.requests() / window.seconds();
  }

  /** Whether the stream in addition to the load, if there is one, is known to have been kept. */
  public boolean keptStream() {
    return stream == null || Boolean.TRUE.equals(stream.kept());
  }

  /** Whether the stream in addition to the load is known not to have been kept. */
  public boolean missedStream() {
    return stream != null && Boolean.FALSE.equals(stream.kept());
  }

  /**
   * The same step; the bounds of the generators' clocks are kept, and set if there are none yet.
   *
   * @param generators those of each generator, by the number of its pod; may be null
   */
  public StepResult seenAt(Map<String, ClockBounds> generators) {
    return clocks != null || generators == null
        ? this
        : withClocks(new StepClocks(generators, null, null));
  }

  /** The same step with Prometheus' clock and those of nodes; null if they are unknown. */
  public StepResult evidenceAt(StepClocks found) {
    return found == null
        ? this
        : withClocks(
            new StepClocks(
                clocks == null ? null : clocks.generators(), found.prometheus(), found.nodes()));
  }

  /** The same step with the servers' side of its window, which null removes; not validated yet. */
  public StepResult evidenced(Evidence found) {
    return with(found, null, null);
  }

  /** The same step, whose evidence cannot be collected; not validated yet. */
  public StepResult withoutEvidence(String why) {
    return with(null, Message.shorten(why), null);
  }

  /** The same step, validated; null means that it can be trusted. */
  public StepResult judged(InvalidStep why) {
    return with(evidence, evidenceMissing, why);
  }

  /** Whether the servers' side is complete. */
  public boolean hasEvidenceOutcome() {
    return evidence != null || evidenceMissing != null;
  }

  private StepResult with(Evidence found, String missing, InvalidStep why) {
    return with(
        same ->
            same.evidence(found).evidenceMissing(missing).stream(
                    stream == null ? null : stream.judged(found == null ? null : found.queue()))
                .invalid(why));
  }
}
