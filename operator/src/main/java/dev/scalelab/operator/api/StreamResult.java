package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import java.util.List;
import java.util.Locale;

/** A constant stream of transactions that arrived beside a step's load. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StreamResult(
    @JsonPropertyDescription("The transaction, as order.") String transaction,
    @JsonPropertyDescription("Arrivals asked for, per second.") Double askedPerSecond,
    @JsonPropertyDescription("Transactions that were taken, per second of the window.")
        Double takenPerSecond,
    @JsonPropertyDescription("Transactions due in the window.") Long scheduled,
    @JsonPropertyDescription("Transactions that were taken in the window.") Long completed,
    @JsonPropertyDescription("Transactions that failed in the window.") Long failed,
    @JsonPropertyDescription("Median response time of those taken, in milliseconds.")
        Double p50Millis,
    @JsonPropertyDescription("95th percentile, in milliseconds.") Double p95Millis,
    @JsonPropertyDescription(
            "Whether the stream was kept: all but 1 %, or but two, of what was due was taken. A"
                + " step whose stream was not kept is no capacity.")
        Boolean kept,
    @JsonPropertyDescription("The most frequent failures.") @Size(max = 10)
        List<FailureCount> errors) {

  private static final double MISSING_ALLOWED = 0.01;

  /** Ends of the window may shift so many. */
  private static final long MISSING_ALLOWED_COUNT = 2;

  /** What came of it, for a person. */
  public String inWords() {
    return String.format(
        Locale.ROOT,
        "beside it %s %.1f/s of %.1f/s asked for%s",
        transaction,
        takenPerSecond,
        askedPerSecond,
        kept ? "" : ", not kept: no capacity");
  }

  /** Whether so many of those due are the stream that was asked for. */
  public static boolean kept(long scheduled, long completed) {
    return scheduled - completed <= Math.max(MISSING_ALLOWED_COUNT, MISSING_ALLOWED * scheduled);
  }
}
