package dev.scalelab.load.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.load.profile.Timeline;
import dev.scalelab.load.profile.TransactionKind;
import dev.scalelab.load.profile.TransactionType;
import dev.scalelab.load.profile.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.junit.jupiter.api.Test;

/** The time from which the duration of a transaction counts. */
class ScheduledMomentTest {
  private static final TransactionType TYPE = TransactionType.ORDER_STATUS;

  private final List<Long> observed = new ArrayList<>();
  private final AtomicLong nanos = new AtomicLong();
  private final RunClock clock = new RunClock(nanos::get, 0);

  /** A step of 2 s, the second of which is measured. */
  private final RunRecorder recorder =
      new RunRecorder(
          Workload.ECPERF.transactions(),
          new Timeline(1, 2, 1, true),
          clock,
          3,
          40_000_000,
          new RunObserver() {
            @Override
            public void started(long latenessNanos) {}

            @Override
            public void answered(TransactionKind type, long responseNanos) {
              observed.add(TimeUnit.NANOSECONDS.toMillis(responseNanos));
            }
          });

  ScheduledMomentTest() {
    clock.start(0);
  }

  /** A generator that is suspended for half a second must not look fast. */
  @Test
  void theTimeCountsFromTheScheduledMomentAndThatFromTheSendingIsKeptBeside() {
    at(1600);
    long start = recorder.start(TYPE, nanosOf(1100));
    at(1601);
    recorder.finish(TYPE, nanosOf(1100), start, null);

    Window window = recorder.close(0);
    assertThat(millis(window.responseMicros(TYPE))).containsExactly(501L);
    assertThat(millis(window.sentMicros())).containsExactly(1L);
    assertThat(observed).containsExactly(501L);
  }

  @Test
  void whatStartsBeforeItsMomentTakesNoLessTime() {
    at(1100);
    long start = recorder.start(TYPE, nanosOf(1104));
    at(1103);
    recorder.finish(TYPE, nanosOf(1104), start, null);

    Window window = recorder.close(0);
    assertThat(millis(window.responseMicros(TYPE))).containsExactly(3L);
    assertThat(millis(window.sentMicros())).containsExactly(3L);
  }

  @Test
  void timesFromTheSendingAreThoseOfAllTypesTogetherThatWentWell() {
    at(1190);
    long start = recorder.start(TransactionType.NEW_ORDER, nanosOf(1110));
    recorder.start(TYPE, nanosOf(1110));
    recorder.start(TYPE, nanosOf(1110));
    at(1200);
    recorder.finish(TransactionType.NEW_ORDER, nanosOf(1110), start, null);
    recorder.finish(TYPE, nanosOf(1110), start, null);
    recorder.finish(TYPE, nanosOf(1110), start, "HTTP 503");

    Window window = recorder.close(0);
    assertThat(millis(window.sentMicros())).containsExactly(10L, 10L);
    assertThat(millis(window.responseMicros(TransactionType.NEW_ORDER))).containsExactly(90L);
    assertThat(millis(window.responseMicros(TYPE))).containsExactly(90L);
  }

  /** Each value of a histogram in microseconds, within its precision. */
  private static List<Long> millis(Histogram micros) {
    List<Long> millis = new ArrayList<>();
    for (HistogramIterationValue value : micros.recordedValues()) {
      long middle = micros.medianEquivalentValue(value.getValueIteratedTo());
      for (long i = 0; i < value.getCountAtValueIteratedTo(); i++) {
        millis.add(Math.round(middle / 1000.0));
      }
    }
    return millis;
  }

  private void at(long millis) {
    nanos.set(nanosOf(millis));
  }

  private static long nanosOf(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }
}
