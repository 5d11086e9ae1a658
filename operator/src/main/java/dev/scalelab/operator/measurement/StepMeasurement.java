package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.FailureCount;
import dev.scalelab.operator.api.ObjectivesSpec;
import dev.scalelab.operator.api.PodShare;
import dev.scalelab.operator.api.ResponseShare;
import dev.scalelab.operator.api.ResponseTimes;
import dev.scalelab.operator.api.StepCounts;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.StepTarget;
import dev.scalelab.operator.api.StepWindow;
import dev.scalelab.operator.api.TransactionResult;
import dev.scalelab.operator.loadrun.LoadRecord;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Converts the load generator's record of a step into the client's side of its measurement. */
public final class StepMeasurement {
  private static final int MAX_TRANSACTIONS = 64;
  private static final int MAX_ERRORS = 10;
  private static final int MAX_PODS = 100;
  private static final int MAX_REASON_LENGTH = 256;

  private StepMeasurement() {}

  /**
   * The client's side of a step; its evidence is null. Throughput is completed transactions per
   * second of the measured window, that of the mix as {@link MixThroughput} has it; the percentiles
   * are those of the merged histogram of all transactions, from their scheduled moments.
   *
   * @throws IllegalArgumentException when the record contradicts itself, for example if a histogram
   *     does not have one value per completed transaction; the message names the step
   */
  public static StepResult of(LoadRecord.Step step, ObjectivesSpec objectives) {
    check(step, step.measuredSeconds() > 0, "measuredSeconds must be more than 0");
    Map<String, Histogram> histograms = histograms(step);
    Histogram all = Histograms.merge(histograms.values());
    check(
        step,
        all.getTotalCount() == step.completed(),
        "its histograms hold %d values, but %d transactions completed"
            .formatted(all.getTotalCount(), step.completed()));
    ResponseTimes times = Percentiles.of(all, sent(step, step.sentHistogram(), all));
    double errorPercent = errorPercent(step.completed(), step.failed());
    List<TransactionResult> transactions = transactions(step, histograms);
    List<ResponseShare> shares = Shares.of(step, all, histograms, objectives);
    return StepResult.of(
            step.step(),
            new StepTarget(step.targetPerSecond(), step.users()),
            new StepWindow(
                step.measuredFrom().toString(),
                step.measuredTo().toString(),
                step.measuredSeconds()),
            counts(step))
        .throughputPerSecond(Rounding.two(step.completed() / step.measuredSeconds()))
        .mixPerSecond(Rounding.two(MixThroughput.perSecond(step)))
        .errorPercent(Rounding.two(errorPercent))
        .responseTimes(times)
        .objectivesMet(
            objectives.met(step.completed(), times::percentile, errorPercent)
                && objectives.metByEach(transactions)
                && (shares == null || shares.stream().allMatch(ResponseShare::met)))
        .shares(shares)
        .transactions(transactions)
        .errors(errors(step.errors()))
        .pods(pods(step))
        .generator(GeneratorCondition.of(step))
        .stream(StreamMeasurement.of(step))
        .state(step.state())
        .failedRequests(
            step.failedBy() == null || step.failedBy().total() == 0 ? null : step.failedBy())
        .steady(Steadiness.of(step))
        .build();
  }

  private static StepCounts counts(LoadRecord.Step step) {
    return new StepCounts(
        step.scheduled(),
        step.sent(),
        step.shed(),
        step.completed(),
        step.failed(),
        step.requests(),
        step.usersDone(),
        step.largeOrdersMade());
  }

  /** Failed transactions in percent of those that ended; 0 when none did. */
  public static double errorPercent(long completed, long failed) {
    long ended = completed + failed;
    return ended == 0 ? 0 : 100.0 * failed / ended;
  }

  /** The histogram of each kind of transaction of a step, in microseconds. */
  static Map<String, Histogram> histograms(LoadRecord.Step step) {
    Map<String, Histogram> histograms = new HashMap<>();
    step.transactions()
        .forEach(
            (name, transaction) -> {
              if (transaction.histogram() != null) {
                histograms.put(name, Histograms.decode(transaction.histogram()));
              }
            });
    return histograms;
  }

  /**
   * The histogram of times from the sending; an empty one if none is reported.
   *
   * @param all times of the same transactions from their scheduled moments
   */
  static Histogram sent(LoadRecord.Step step, String text, Histogram all) {
    if (text == null) {
      return new Histogram(Histograms.COARSE_DIGITS);
    }
    Histogram sent = Histograms.decode(text);
    check(
        step,
        sent.getTotalCount() == all.getTotalCount(),
        "a sentHistogram holds %d values, but %d transactions completed"
            .formatted(sent.getTotalCount(), all.getTotalCount()));
    return sent;
  }

  private static List<TransactionResult> transactions(
      LoadRecord.Step step, Map<String, Histogram> histograms) {
    return step.transactions().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .limit(MAX_TRANSACTIONS)
        .map(
            entry -> {
              ResponseTimes times =
                  Percentiles.of(histograms.getOrDefault(entry.getKey(), new Histogram(1)));
              return new TransactionResult(
                  entry.getKey(),
                  entry.getValue().ok(),
                  entry.getValue().failed(),
                  times.p50Millis(),
                  times.p90Millis(),
                  times.p95Millis());
            })
        .toList();
  }

  /** The most frequent failures; empty if none are reported. */
  static List<FailureCount> errors(List<LoadRecord.Failure> failures) {
    return failures == null
        ? List.of()
        : failures.stream()
            .sorted(Comparator.comparingLong(LoadRecord.Failure::count).reversed())
            .limit(MAX_ERRORS)
            .map(failure -> new FailureCount(shortened(failure.reason()), failure.count()))
            .toList();
  }

  private static String shortened(String reason) {
    return reason.length() <= MAX_REASON_LENGTH ? reason : reason.substring(0, MAX_REASON_LENGTH);
  }

  private static List<PodShare> pods(LoadRecord.Step step) {
    return step.pods().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .limit(MAX_PODS)
        .map(entry -> new PodShare(entry.getKey(), entry.getValue()))
        .toList();
  }

  static void check(LoadRecord.Step step, boolean met, String message) {
    if (!met) {
      throw new IllegalArgumentException(
          "record of step %d of run %s: %s".formatted(step.step(), step.run(), message));
    }
  }
}
