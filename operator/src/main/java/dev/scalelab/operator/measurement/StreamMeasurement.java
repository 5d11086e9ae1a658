package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.ResponseTimes;
import dev.scalelab.operator.api.StreamResult;
import dev.scalelab.operator.loadrun.LoadRecord;
import org.HdrHistogram.Histogram;

/** Converts the load generator's record of a stream into its part of a step's measurement. */
final class StreamMeasurement {
  private StreamMeasurement() {}

  /**
   * The stream of a step; null without one.
   *
   * @throws IllegalArgumentException when its histogram does not have one value per completed
   *     transaction
   */
  static StreamResult of(LoadRecord.Step step) {
    LoadRecord.Stream stream = step.stream();
    if (stream == null) {
      return null;
    }
    Histogram histogram = Histograms.decode(stream.histogram());
    StepMeasurement.check(
        step,
        histogram.getTotalCount() == stream.ok(),
        "the histogram of its stream holds %d values, but %d transactions completed"
            .formatted(histogram.getTotalCount(), stream.ok()));
    ResponseTimes times =
        Percentiles.of(histogram, StepMeasurement.sent(step, stream.sentHistogram(), histogram));
    return new StreamResult(
            stream.transaction(),
            stream.targetPerSecond(),
            Rounding.two(stream.ok() / step.measuredSeconds()),
            stream.scheduled(),
            stream.ok(),
            stream.failed(),
            times.p50Millis(),
            times.p95Millis(),
            times.sentP95Millis(),
            null,
            null,
            StepMeasurement.errors(stream.errors()))
        .judged(null);
  }
}
