package dev.scalelab.operator.loadrun;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.scalelab.operator.api.RequestFailures;
import dev.scalelab.operator.api.StateCounts;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A line that the load generator or the dataset tool prints; its field "record" is the type.
 * Creating one without a required field throws an IllegalArgumentException.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "record")
@JsonSubTypes({
  @JsonSubTypes.Type(value = LoadRecord.Start.class, name = "start"),
  @JsonSubTypes.Type(value = LoadRecord.Step.class, name = "step"),
  @JsonSubTypes.Type(value = LoadRecord.Run.class, name = "run"),
  @JsonSubTypes.Type(value = LoadRecord.Audit.class, name = "audit")
})
public sealed interface LoadRecord {

  private static void required(String field, Object value) {
    if (value == null) {
      throw new IllegalArgumentException(field + " must be given");
    }
  }

  /** The load has started. */
  record Start(String run, Instant startedAt) implements LoadRecord {
    public Start {
      required("startedAt", startedAt);
    }
  }

  /**
   * A step has ended; every count is of its measured window.
   *
   * @param targetPerSecond target arrivals; null in a closed model
   * @param users target users; null in an open model
   * @param usersDone users who had completed their number of transactions; null without such a
   *     number, or with several generators
   * @param sentHistogram response times of all kinds together, counted from the sending instead of
   *     the scheduled moment, with two digits; null if the generator does not report it
   * @param stream the stream beside the load, which is in no other count; null without one
   * @param connections connections to the target; null if the generator does not report them
   * @param ofEach the generators' records that were merged into this one; empty for a generator's
   *     own record
   * @param printedAt when the record was printed, by the generator's clock; null if it does not
   *     report it
   * @param series the step second by second; null if the generator does not report it
   * @param state what became of the state of sessions; null without session state
   * @param largeOrdersMade work orders that the large-order line completed; null without large
   *     orders
   * @param failedBy failed requests by kind; null if they are not reported
   */
  @RecordBuilder
  record Step(
      String run,
      int step,
      Double targetPerSecond,
      Integer users,
      Integer usersDone,
      Instant startedAt,
      Instant measuredFrom,
      Instant measuredTo,
      double measuredSeconds,
      long scheduled,
      long sent,
      long shed,
      long completed,
      long failed,
      long requests,
      Map<String, Transaction> transactions,
      String sentHistogram,
      List<Failure> errors,
      Map<String, Long> pods,
      Lateness lateness,
      double cpuSeconds,
      Double cpuLimitCores,
      Stream stream,
      Connections connections,
      List<Step> ofEach,
      Instant printedAt,
      Series series,
      StateCounts state,
      Long largeOrdersMade,
      RequestFailures failedBy)
      implements LoadRecord, LoadRecordStepBuilder.With {
    public Step {
      required("measuredFrom", measuredFrom);
      required("measuredTo", measuredTo);
      required("transactions", transactions);
      transactions.forEach(LoadRecord::required);
      if ((targetPerSecond == null) == (users == null)) {
        throw new IllegalArgumentException("either targetPerSecond or users must be given");
      }
      if (usersDone != null && users == null) {
        throw new IllegalArgumentException("usersDone must not be given without users");
      }
      if (step < 1) {
        throw new IllegalArgumentException("step must be 1 or more");
      }
      errors = errors == null ? List.of() : List.copyOf(errors);
      pods = pods == null ? Map.of() : Map.copyOf(pods);
      ofEach = ofEach == null ? List.of() : List.copyOf(ofEach);
    }
  }

  /**
   * A step over time, from its start to the end of its measured window.
   *
   * @param perSecond counts of each second, in a text of their own format
   * @param histogramSeconds seconds of each histogram
   * @param histograms response times of all kinds together from their scheduled moments, with two
   *     digits
   */
  record Series(String perSecond, int histogramSeconds, List<String> histograms) {
    public Series {
      required("series.perSecond", perSecond);
      histograms = histograms == null ? List.of() : List.copyOf(histograms);
    }
  }

  /**
   * The load has ended; totals are of the whole run.
   *
   * @param stream totals of the stream beside the load; null without one
   * @param risePercent how much more completed in the last interval of a warm-up than in the one
   *     before; null if nothing was compared
   * @param machineIndex how fast the generator's machine computes; null if it is not reported
   * @param writes numbered transactions, by kind and number of the generator; null without any
   */
  record Run(
      String run,
      Instant startedAt,
      Instant finishedAt,
      Map<String, Outcome> totals,
      long requests,
      long failedRequests,
      StreamTotals stream,
      Double risePercent,
      Double machineIndex,
      Map<String, Map<Integer, Writes>> writes)
      implements LoadRecord {
    public Run {
      required("startedAt", startedAt);
      required("finishedAt", finishedAt);
      required("totals", totals);
      totals.forEach(LoadRecord::required);
    }
  }

  /**
   * The database's own count after a run.
   *
   * @param done number of transactions found in the database, by name
   * @param faults number of rows that break a consistency rule, by rule
   * @param counts other counts, by name
   * @param numbers numbers of load generators' transactions that are there, by kind and number of
   *     the generator; null without any
   */
  record Audit(
      Map<String, Long> done,
      Map<String, Long> faults,
      Map<String, Long> counts,
      Map<String, Map<Integer, Numbers>> numbers)
      implements LoadRecord {
    public Audit {
      done = done == null ? Map.of() : done;
      faults = faults == null ? Map.of() : faults;
      counts = counts == null ? Map.of() : counts;
    }
  }

  /**
   * One kind of transaction in a step; the histogram is HdrHistogram V2, compressed, base64, in
   * microseconds from the scheduled moment.
   *
   * @param shed scheduled, but not sent because too many were in flight
   * @param requestsEach number of requests of a successful transaction; 0 if the generator does not
   *     report it
   */
  record Transaction(
      long sent,
      long shed,
      long ok,
      long failed,
      long requests,
      int requestsEach,
      String histogram) {}

  /**
   * The constant stream of one kind of transaction in a step; histogram is like a transaction's,
   * sentHistogram like a step's.
   *
   * @param scheduled transactions scheduled in the measured window
   */
  record Stream(
      String transaction,
      double targetPerSecond,
      long scheduled,
      long ok,
      long failed,
      String histogram,
      String sentHistogram,
      List<Failure> errors,
      Lateness lateness) {
    public Stream {
      required("stream.transaction", transaction);
    }
  }

  /** Counts of a constant stream over a run. */
  record StreamTotals(
      String transaction, long ok, long failed, long shed, long requests, long failedRequests) {
    public StreamTotals {
      required("stream.transaction", transaction);
    }
  }

  /**
   * Transactions to which a generator has given the numbers from 1.
   *
   * @param numbered the highest number
   * @param unacknowledged those that were not acknowledged, as 3,17-19; null if there are too many
   */
  record Writes(long numbered, String unacknowledged) {}

  /**
   * Numbers of a generator's transactions in the databases.
   *
   * @param highest the highest number
   * @param missing those below it that are missing, as 3,17-19; null if there are too many
   * @param twice rows of transactions that are there already
   */
  record Numbers(long highest, String missing, long twice) {}

  /** Failures of one reason. */
  record Failure(String reason, long count) {
    public Failure {
      required("reason", reason);
    }
  }

  /** Delay of transactions against their schedule. */
  record Lateness(double p50Millis, double p99Millis, double maxMillis) {}

  /**
   * Connections of a generator to its target.
   *
   * @param opened connections opened in the window, including failed attempts
   * @param maxOpen maximum open at the same time in the window
   * @param openedSoFar connections opened from the run's start to the window's end
   */
  record Connections(long opened, long maxOpen, long openedSoFar) {}

  /**
   * Counts of one kind of transaction over a run.
   *
   * @param failed includes those that were shed
   * @param shed scheduled, but not sent because too many were in flight
   */
  record Outcome(long ok, long failed, long shed) {}
}
