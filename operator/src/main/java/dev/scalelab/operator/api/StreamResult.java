package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A constant stream of transactions that arrived in addition to a step's load: accepted into the
 * servers' queues, and then completed by listeners.
 */
public record StreamResult(
    @JsonPropertyDescription("The transaction, as order.") String transaction,
    @JsonPropertyDescription("Target arrivals, per second.") Double targetPerSecond,
    @JsonPropertyDescription(
            "Transactions that were accepted, per second of the window. How many listeners completed is in"
                + " the step's evidence.")
        Double acceptedPerSecond,
    @JsonPropertyDescription("Transactions scheduled in the window.") Long scheduled,
    @JsonPropertyDescription("Transactions that were accepted in the window.") Long accepted,
    @JsonPropertyDescription("Transactions that failed in the window.") Long failed,
    @JsonPropertyDescription(
            "Median response time of those accepted, from the moment for which each was scheduled, in milliseconds.")
        Double p50Millis,
    @JsonPropertyDescription("95th percentile, in milliseconds.") Double p95Millis,
    @JsonPropertyDescription(
            "95th percentile of their times from the sending, within 1 %, in milliseconds.")
        Double sentP95Millis,
    @JsonPropertyDescription(
            "Whether the stream was kept: all scheduled transactions except 1 %, or two, were"
                + " accepted, and the servers' queues grew by no more than one second's arrivals,"
                + " or two. A step whose stream was not kept does not count as capacity. Absent"
                + " while that depends on the queues and they are not known yet.")
        Boolean kept,
    @JsonPropertyDescription("Why the stream was not kept, with figures.")
        @Size(max = Message.LONGEST)
        String notKept,
    @JsonPropertyDescription("The most frequent failures.") @Size(max = 10)
        List<FailureCount> errors)
    implements OmitsNulls {

  private static final double MISSING_ALLOWED = 0.01;

  /** A listener that is delayed for a moment catches up again, perhaps after the window's end. */
  private static final double GROWTH_ALLOWED_SECONDS = 1;

  /** Transactions that may be counted on the other side of the window's ends. */
  private static final long ALLOWED_COUNT = 2;

  /** The result, as text for users. */
  public String inWords() {
    return String.format(
        Locale.ROOT,
        "stream of %s: %.1f/s accepted of %.1f/s requested%s",
        transaction,
        acceptedPerSecond,
        targetPerSecond,
        notKept == null ? "" : ", not kept: does not count as capacity");
  }

  /**
   * The stream with the decision whether it was kept, as far as that is known.
   *
   * @param queue what the servers reported of their queues; null while they have not
   */
  public StreamResult judged(QueueResult queue) {
    String why =
        Stream.of(notAccepted(), queue == null ? null : notCompleted(queue))
            .filter(Objects::nonNull)
            .collect(Collectors.joining("; "));
    Boolean goodSoFar = queue == null ? null : Boolean.TRUE;
    return new StreamResult(
        transaction,
        targetPerSecond,
        acceptedPerSecond,
        scheduled,
        accepted,
        failed,
        p50Millis,
        p95Millis,
        sentP95Millis,
        why.isEmpty() ? goodSoFar : Boolean.FALSE,
        why.isEmpty() ? null : why,
        errors);
  }

  private String notAccepted() {
    return allAccepted(scheduled, accepted)
        ? null
        : "%d of %d scheduled transactions were accepted".formatted(accepted, scheduled);
  }

  private String notCompleted(QueueResult queue) {
    return keptUp(targetPerSecond, queue.backlogGrowth())
        ? null
        : String.format(
            Locale.ROOT,
            "%.1f/s were accepted and listeners completed %.1f/s: the queues grew by %d to %d",
            acceptedPerSecond,
            queue.takenPerSecond(),
            queue.backlogGrowth(),
            queue.backlog());
  }

  /** Whether enough of the scheduled transactions were accepted. */
  static boolean allAccepted(long scheduled, long accepted) {
    return scheduled - accepted <= Math.max(ALLOWED_COUNT, MISSING_ALLOWED * scheduled);
  }

  /** Whether listeners keep up with a rate, from the growth of their queues. */
  static boolean keptUp(double perSecond, long backlogGrowth) {
    return backlogGrowth <= Math.max(ALLOWED_COUNT, GROWTH_ALLOWED_SECONDS * perSecond);
  }
}
