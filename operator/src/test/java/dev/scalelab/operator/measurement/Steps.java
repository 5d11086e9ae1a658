package dev.scalelab.operator.measurement;

import dev.scalelab.operator.loadrun.LoadRecord;
import dev.scalelab.operator.loadrun.LoadRecordStepBuilder;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;

/** Records of steps for tests. */
final class Steps {
  static final Instant FROM = Instant.parse("2026-11-21T05:00:10Z");
  static final Instant TO = FROM.plusSeconds(20);

  private Steps() {}

  /** The step with a stream of 5 orders/s; this number of orders were accepted, in 8 ms each. */
  static LoadRecord.Step streamed(LoadRecord.Step step, long scheduled, long accepted) {
    Histogram histogram = new Histogram(Histograms.DIGITS);
    histogram.recordValueWithCount(8000, accepted);
    return step.withStream(
        new LoadRecord.Stream(
            "order",
            5,
            scheduled,
            accepted,
            scheduled - accepted,
            Histograms.encode(histogram),
            null,
            List.of(new LoadRecord.Failure("HTTP 503", scheduled - accepted)),
            new LoadRecord.Lateness(1, 60, 70)));
  }

  /** The step with these times of its transactions from the sending. */
  static LoadRecord.Step sent(LoadRecord.Step step, Histogram times) {
    return step.withSentHistogram(
        Histograms.encode(Histograms.merge(List.of(times), Histograms.COARSE_DIGITS)));
  }

  /** A histogram of values in milliseconds. */
  static Histogram histogram(long... millis) {
    Histogram histogram = new Histogram(Histograms.DIGITS);
    LongStream.of(millis).forEach(value -> histogram.recordValue(value * 1000));
    return histogram;
  }

  /** A step with the histograms' transactions completed; none failed. */
  static LoadRecord.Step step(int number, Map<String, Histogram> transactions) {
    return step(number, transactions, 0);
  }

  /** The same, with this number of additional failures of the first kind. */
  static LoadRecord.Step step(int number, Map<String, Histogram> transactions, long failed) {
    long completed = transactions.values().stream().mapToLong(Histogram::getTotalCount).sum();
    return LoadRecordStepBuilder.builder()
        .run("small-base-2-r1")
        .step(number)
        .targetPerSecond(40.0)
        .startedAt(FROM.minusSeconds(10))
        .measuredFrom(FROM)
        .measuredTo(TO)
        .measuredSeconds(20.0)
        .scheduled(completed + failed)
        .sent(completed + failed)
        .completed(completed)
        .failed(failed)
        .requests(3 * completed)
        .transactions(
            transactions.entrySet().stream()
                .collect(
                    Collectors.toMap(
                        Map.Entry::getKey,
                        entry ->
                            new LoadRecord.Transaction(
                                entry.getValue().getTotalCount() + failed,
                                0,
                                entry.getValue().getTotalCount(),
                                failed,
                                3 * entry.getValue().getTotalCount(),
                                3,
                                Histograms.encode(entry.getValue())))))
        .errors(failed == 0 ? List.of() : List.of(new LoadRecord.Failure("HTTP 503", failed)))
        .pods(Map.of("small-base-2-app-1", 2 * completed, "small-base-2-app-0", completed))
        .lateness(new LoadRecord.Lateness(0.4, 2.126, 7.0))
        .cpuSeconds(3.2)
        .cpuLimitCores(1.0)
        .build();
  }

  /** A series of this number of equal seconds, with 40 transactions each, and of its parts. */
  static LoadRecord.Series evenly(int seconds) {
    StepSeries.Second second = new StepSeries.Second(40, 0, 0, 800, 780, 2, 100, 1, 200);
    Histogram part = new Histogram(Histograms.COARSE_DIGITS);
    part.recordValueWithCount(20_000, 200);
    return new LoadRecord.Series(
        new StepSeries(Collections.nCopies(seconds, second)).encode(),
        5,
        Collections.nCopies(seconds / 5, Histograms.encode(part)));
  }
}
