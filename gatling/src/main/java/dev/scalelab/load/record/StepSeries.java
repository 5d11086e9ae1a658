package dev.scalelab.load.record;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.scalelab.load.host.NodeTicks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The run's counts of each second of the current step, from the start of its settling, and a
 * histogram of each few seconds. Counters that grow anyway are read once a second, so it costs
 * nothing for each transaction. Used by one thread.
 */
final class StepSeries {
  static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  /** Completed, failed, shed, two sums of times, in flight, three kinds of ticks. */
  private static final int COLUMNS = 9;

  /** The only column that is a level, and not the growth of a counter. */
  private static final int IN_FLIGHT = 5;

  private static final int HISTOGRAM_SECONDS = 5;
  private static final int MAX_HISTOGRAMS = 120;

  private final RunRecorder recorder;
  private final NodeTicks ticks;
  private final int histogramSeconds;
  private final List<long[]> rows = new ArrayList<>();
  private final List<String> histograms = new ArrayList<>();
  private long[] before;

  /** Number of seconds that are known since the run's start. */
  private long known;

  /** The second in which the step begins: the end of the one before may not be measured. */
  private long from;

  /**
   * @param stepSeconds length of a step; histograms of a long one are of more seconds each
   */
  StepSeries(RunRecorder recorder, NodeTicks ticks, int stepSeconds) {
    this.recorder = recorder;
    this.ticks = ticks;
    int each = (stepSeconds + MAX_HISTOGRAMS - 1) / MAX_HISTOGRAMS;
    this.histogramSeconds = (each + HISTOGRAM_SECONDS - 1) / HISTOGRAM_SECONDS * HISTOGRAM_SECONDS;
    this.before = read();
  }

  /**
   * A step's series.
   *
   * @param perSecond its seconds, see {@link SeriesText}
   * @param histogramSeconds number of seconds of each histogram
   * @param histograms response times from the scheduled starts, two digits
   */
  record Taken(String perSecond, int histogramSeconds, List<String> histograms) {
    void write(JsonGenerator out) throws IOException {
      out.writeObjectFieldStart("series");
      out.writeStringField("perSecond", perSecond);
      out.writeNumberField("histogramSeconds", histogramSeconds);
      out.writeArrayFieldStart("histograms");
      for (String histogram : histograms) {
        out.writeString(histogram);
      }
      out.writeEndArray();
      out.writeEndObject();
    }
  }

  /** A step begins, now or later. */
  void begin(long stepFromNanos) {
    from = stepFromNanos / SECOND;
    rows.clear();
    histograms.clear();
  }

  /** The next moment at which the counters have to be read, in nanoseconds since the start. */
  long nextNanos() {
    return (known + 1) * SECOND;
  }

  /**
   * Reads the counters if another second has passed. If several have, because this process was held
   * up, the growth is divided among them.
   */
  void read(long elapsedNanos) {
    long passed = elapsedNanos / SECOND - known;
    if (passed <= 0) {
      return;
    }
    long[] now = read();
    for (long second = 1; second <= passed; second++) {
      long[] row = new long[COLUMNS];
      for (int column = 0; column < COLUMNS; column++) {
        long growth = now[column] - before[column];
        row[column] =
            column == IN_FLIGHT
                ? now[column]
                : growth * second / passed - growth * (second - 1) / passed;
      }
      if (known + second > from) {
        rows.add(row);
      }
    }
    before = now;
    known += passed;
    if (known <= from) {
      recorder.times().takeRecent();
    } else if (rows.size() / histogramSeconds > histograms.size()) {
      histograms.add(HistogramText.encode(recorder.times().takeRecent()));
    }
  }

  private long[] read() {
    Counts totals = recorder.totals();
    ResponseSums times = recorder.times();
    NodeTicks.Ticks node = ticks.now();
    long[] now = {
      totals.ok(),
      totals.failed() - totals.shed(),
      totals.shed(),
      times.fromScheduleMillis(),
      times.fromSendingMillis(),
      recorder.inFlight(),
      node.busy(),
      node.steal(),
      node.all()
    };
    for (int column = 0; before != null && column < COLUMNS; column++) {
      // Counters that are read while others add to them may be less than before.
      now[column] = column == IN_FLIGHT ? now[column] : Math.max(now[column], before[column]);
    }
    return now;
  }

  /** The series of the step until now. */
  Taken taken() {
    return new Taken(SeriesText.encode(rows, COLUMNS), histogramSeconds, List.copyOf(histograms));
  }
}
