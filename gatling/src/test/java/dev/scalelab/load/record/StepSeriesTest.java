package dev.scalelab.load.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.load.host.NodeTicks;
import dev.scalelab.load.profile.Timeline;
import dev.scalelab.load.profile.TransactionKind;
import dev.scalelab.load.profile.TransactionType;
import dev.scalelab.load.profile.Workload;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.Test;

class StepSeriesTest {
  private static final TransactionType TYPE = TransactionType.ORDER_STATUS;
  private static final RunObserver NONE =
      new RunObserver() {
        @Override
        public void started(long latenessNanos) {}

        @Override
        public void answered(TransactionKind type, long responseNanos) {}
      };

  private final AtomicLong nanos = new AtomicLong();
  private final RunClock clock = new RunClock(nanos::get, 0);
  private final RunRecorder recorder =
      new RunRecorder(
          Workload.ECPERF.transactions(), new Timeline(2, 6, 1, true), clock, 2, 40_000_000, NONE);

  StepSeriesTest() {
    clock.start(0);
  }

  private StepSeries series() {
    StepSeries series = new StepSeries(recorder, new NodeTicks(), 6);
    series.begin(0);
    return series;
  }

  @Test
  void aSecondHasWhatEndedInIt() throws IOException {
    StepSeries series = series();
    at(100);
    long ok = recorder.start(TYPE, millis(90));
    long failing = recorder.start(TYPE, millis(100));
    recorder.start(TYPE, millis(100)); // one more than may be in flight
    at(600);
    recorder.finish(TYPE, millis(90), ok, null);
    at(1000);
    series.read(clock.elapsedNanos());
    at(1200);
    recorder.finish(TYPE, millis(100), failing, "HTTP 500");
    at(2000);
    series.read(clock.elapsedNanos());

    long[][] rows = rows(series.taken());
    assertThat(first(rows[0])).containsExactly(1, 0, 1, 510, 500, 1);
    assertThat(first(rows[1])).containsExactly(0, 1, 0, 0, 0, 0);
  }

  /** After a pause of the process it is unknown in which of the seconds they ended. */
  @Test
  void secondsThatWereMissedAreFilledEvenly() throws IOException {
    StepSeries series = series();
    for (int i = 0; i < 7; i++) {
      recorder.finish(TYPE, 0, recorder.start(TYPE, 0), null);
    }
    at(3004);
    series.read(clock.elapsedNanos());

    assertThat(List.of(rows(series.taken()))).extracting(row -> row[0]).containsExactly(2L, 2L, 3L);
  }

  @Test
  void eachFiveSecondsHaveAHistogram() {
    StepSeries series = series();
    for (int second = 1; second <= 5; second++) {
      recorder.finish(TYPE, clock.elapsedNanos(), recorder.start(TYPE, 0), null);
      at(1000 * second);
      series.read(clock.elapsedNanos());
    }
    recorder.finish(TYPE, 0, recorder.start(TYPE, 0), null);
    at(6000);
    series.read(clock.elapsedNanos());

    StepSeries.Taken taken = series.taken();
    assertThat(taken.histogramSeconds()).isEqualTo(5);
    assertThat(taken.histograms()).hasSize(1);
    assertThat(HistogramText.decode(taken.histograms().get(0)).getTotalCount()).isEqualTo(5);
  }

  /** Users may complete their number of transactions before a step's planned end. */
  @Test
  void theRestOfAStepThatEndedEarlyIsNotInTheNextOne() throws IOException {
    StepSeries series = series();
    at(4000);
    series.read(clock.elapsedNanos());
    assertThat(rows(series.taken())).hasDimensions(4, 9);

    series.begin(millis(6000));
    recorder.finish(TYPE, 0, recorder.start(TYPE, 0), null);
    at(6000);
    series.read(clock.elapsedNanos());
    recorder.finish(TYPE, 0, recorder.start(TYPE, 0), null);
    recorder.finish(TYPE, 0, recorder.start(TYPE, 0), null);
    at(7000);
    series.read(clock.elapsedNanos());

    assertThat(List.of(rows(series.taken()))).extracting(row -> row[0]).containsExactly(2L);
  }

  @Test
  void histogramsOfALongStepAreOfMoreSeconds() {
    assertThat(new StepSeries(recorder, new NodeTicks(), 600).taken().histogramSeconds())
        .isEqualTo(5);
    assertThat(new StepSeries(recorder, new NodeTicks(), 3600).taken().histogramSeconds())
        .isEqualTo(30);
  }

  /** The operator's test reads the same text. */
  @Test
  void theTextIsTheOneThatTheOperatorReads() throws IOException {
    List<long[]> rows =
        List.of(
            new long[] {100, 2, 0, 5_000, 4_900, 7, 150, 3, 400},
            new long[] {98, 0, 1, 123_456_789, 4_800, 0, 160, 0, 400});

    assertThat(rows(SeriesText.encode(rows, 9)))
        .isDeepEqualTo(rows.toArray(long[][]::new))
        .isDeepEqualTo(rows("eNpj5GQ6wcjMwszANMFv1rO7pSd8jjPy8a5hEmFjXcDGAAB4xAf8"));
  }

  private void at(long millis) {
    nanos.set(millis(millis));
  }

  private static long millis(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  /** The columns that do not depend on the machine. */
  private static long[] first(long[] row) {
    return Arrays.copyOf(row, 6);
  }

  private static long[][] rows(StepSeries.Taken taken) throws IOException {
    return rows(taken.perSecond());
  }

  private static long[][] rows(String text) throws IOException {
    DataInputStream in =
        new DataInputStream(
            new InflaterInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(text))));
    assertThat(in.read()).isEqualTo(1);
    int columns = (int) number(in);
    long[][] rows = new long[(int) number(in)][columns];
    for (int column = 0; column < columns; column++) {
      long before = 0;
      for (long[] row : rows) {
        long coded = number(in);
        before += (coded >>> 1) ^ -(coded & 1);
        row[column] = before;
      }
    }
    assertThat(in.read()).isEqualTo(-1);
    return rows;
  }

  private static long number(DataInputStream in) throws IOException {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      int next = in.readUnsignedByte();
      value |= (long) (next & 0x7F) << shift;
      if (next < 0x80) {
        return value;
      }
    }
  }
}
