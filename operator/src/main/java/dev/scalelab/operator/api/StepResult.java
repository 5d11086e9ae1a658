package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/**
 * One load level, measured: what the client saw, and the servers' evidence over the same window.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StepResult(
    @JsonPropertyDescription("Number of the step, from 1.") Integer step,
    @JsonPropertyDescription("Open model: the target arrival rate, in transactions per second.")
        Double targetPerSecond,
    @JsonPropertyDescription("Closed model: the number of users.") Integer users,
    @JsonPropertyDescription(
            "With load.closed.transactionsPerUser: users who had done all their transactions by the end of the window.")
        Integer usersDone,
    @JsonPropertyDescription("Begin of the measured window (RFC 3339).") String measuredFrom,
    @JsonPropertyDescription("End of the measured window (RFC 3339).") String measuredTo,
    @JsonPropertyDescription("Length of the measured window, in seconds.") Double measuredSeconds,
    @JsonPropertyDescription("Transactions that should have begun in the window.") Long scheduled,
    @JsonPropertyDescription("Transactions that began in the window.") Long sent,
    @JsonPropertyDescription(
            "Transactions that were due but not sent, because too many were open; they count as failed.")
        Long shed,
    @JsonPropertyDescription("Transactions that ended well in the window.") Long completed,
    @JsonPropertyDescription("Transactions that failed in the window.") Long failed,
    @JsonPropertyDescription("Requests answered in the window.") Long requests,
    @JsonPropertyDescription("Completed transactions per second of the window.")
        Double throughputPerSecond,
    @JsonPropertyDescription(
            "Throughput of the target mix, which peaks are taken of: arrivals per second, times the share that"
                + " completed, each transaction counted by the requests that it takes.")
        Double mixPerSecond,
    @JsonPropertyDescription("Failed transactions, in percent of the ended ones.")
        Double errorPercent,
    @JsonPropertyDescription(
            "Median response time of completed transactions, from the moment for which each was scheduled,"
                + " in milliseconds.")
        Double p50Millis,
    @JsonPropertyDescription("90th percentile, in milliseconds.") Double p90Millis,
    @JsonPropertyDescription("95th percentile, in milliseconds.") Double p95Millis,
    @JsonPropertyDescription("99th percentile, in milliseconds.") Double p99Millis,
    @JsonPropertyDescription("Longest response time, in milliseconds.") Double maxMillis,
    @JsonPropertyDescription(
            "95th percentile of the same transactions' times from the sending, within 1 %, in milliseconds: the"
                + " difference is what the load generator was late. Nothing is judged by it.")
        Double sentP95Millis,
    @JsonPropertyDescription("99th percentile of times from the sending, in milliseconds.")
        Double sentP99Millis,
    @JsonPropertyDescription(
            "Whether the step met every objective. Whether the stream beside it was kept, which it must be"
                + " to be a capacity, the stream says.")
        Boolean objectivesMet,
    @JsonPropertyDescription("Figures of each kind of transaction.") @Size(max = 64)
        List<TransactionResult> transactions,
    @JsonPropertyDescription("The most frequent failures.") @Size(max = 10)
        List<FailureCount> errors,
    @JsonPropertyDescription("Requests that each server answered, as the client saw it.")
        @Size(max = 100)
        List<PodShare> pods,
    @JsonPropertyDescription("The load generator's own condition.") GeneratorResult generator,
    @JsonPropertyDescription("The servers' side of the window; absent until it is collected.")
        Evidence evidence,
    @JsonPropertyDescription("Why the evidence could not be had.") @Size(max = Message.LONGEST)
        String evidenceMissing,
    @JsonPropertyDescription(
            "What arrived beside the load in a constant stream, and is in none of the other counts;"
                + " absent where nothing does.")
        StreamResult stream,
    @JsonPropertyDescription(
            "Why the step cannot be trusted, as soon as the servers' side of it is known; absent when it can.")
        InvalidStep invalid) {

  /** Requests answered per second, those of a stream left out. */
  public double requestsPerSecond() {
    return requests / measuredSeconds;
  }

  /** The throughput of the mix; that of all where an older operator recorded no other. */
  public double ofTheMixPerSecond() {
    return mixPerSecond == null ? throughputPerSecond : mixPerSecond;
  }

  /** Whether the stream beside the load, if there is one, is known to have been kept. */
  public boolean keptStream() {
    return stream == null || Boolean.TRUE.equals(stream.kept());
  }

  /** Whether the stream beside the load is known not to have been kept. */
  public boolean missedStream() {
    return stream != null && Boolean.FALSE.equals(stream.kept());
  }

  /** The same step with the servers' side of its window; null takes it away. Not judged. */
  public StepResult with(Evidence found) {
    return with(found, null, null);
  }

  /** The same step, whose evidence will not come. Not judged. */
  public StepResult withoutEvidence(String why) {
    return with(null, Message.shorten(why), null);
  }

  /** The same step, judged; null is that it can be trusted. */
  public StepResult judged(InvalidStep why) {
    return with(evidence, evidenceMissing, why);
  }

  /** Whether nothing more is to come of the servers' side. */
  public boolean settled() {
    return evidence != null || evidenceMissing != null;
  }

  private StepResult with(Evidence found, String missing, InvalidStep why) {
    return new StepResult(
        step,
        targetPerSecond,
        users,
        usersDone,
        measuredFrom,
        measuredTo,
        measuredSeconds,
        scheduled,
        sent,
        shed,
        completed,
        failed,
        requests,
        throughputPerSecond,
        mixPerSecond,
        errorPercent,
        p50Millis,
        p90Millis,
        p95Millis,
        p99Millis,
        maxMillis,
        sentP95Millis,
        sentP99Millis,
        objectivesMet,
        transactions,
        errors,
        pods,
        generator,
        found,
        missing,
        stream == null ? null : stream.judged(found == null ? null : found.queue()),
        why);
  }
}
