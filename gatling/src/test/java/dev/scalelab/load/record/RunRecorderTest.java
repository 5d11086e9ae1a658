package dev.scalelab.load.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.load.profile.FailureKind;
import dev.scalelab.load.profile.StateOutcome;
import dev.scalelab.load.profile.Timeline;
import dev.scalelab.load.profile.TransactionKind;
import dev.scalelab.load.profile.TransactionType;
import dev.scalelab.load.profile.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunRecorderTest {
  private static final long HALF_A_WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final TransactionType TYPE = TransactionType.ORDER_STATUS;
  private static final RunObserver NONE =
      new RunObserver() {
        @Override
        public void started(long latenessNanos) {}

        @Override
        public void answered(TransactionKind type, long responseNanos) {}
      };

  /** Steps of 2 s, the second of which is measured. */
  private final Timeline timeline = new Timeline(2, 2, 1, true);

  private final AtomicLong nanos = new AtomicLong();
  private final RunClock clock = new RunClock(nanos::get, 0);
  private final RunRecorder recorder =
      new RunRecorder(Workload.ECPERF.transactions(), timeline, clock, 3, 40_000_000, NONE);

  RunRecorderTest() {
    clock.start(0);
  }

  /** Starts the transaction of the user with that number; they are scheduled every 100 ms. */
  private long start(long user) {
    return recorder.start(TYPE, TimeUnit.MILLISECONDS.toNanos(100 * user));
  }

  /** Finishes a transaction that started in time. */
  private void finish(long start, String failure) {
    recorder.finish(TYPE, start, start, failure);
  }

  @Test
  void aTransactionIsSentWhereItStartsAndFinishedWhereItFinishes() {
    at(900);
    long start = start(9);
    at(1500);
    recorder.requestEnded(TYPE, null, "app-0");
    finish(start, null);
    at(1950);
    long late = start(19);
    at(2000);
    finish(late, null);
    assertThatSumsAreWhole();

    Window window = recorder.close(0);
    assertThat(window.counts().sent()).isEqualTo(1);
    assertThat(window.counts().ok()).isEqualTo(1);
    assertThat(window.counts().requests()).isEqualTo(1);
    assertThat(window.servers().largestFirst()).containsExactly(Map.entry("app-0", 1L));
    assertThat(recorder.outside().sent()).isEqualTo(1);
    assertThat(recorder.outside().ok()).isEqualTo(1);
    assertThatSumsAreWhole();
  }

  /** Whether or not the window that contains a part of them is closed. */
  private void assertThatSumsAreWhole() {
    assertThat(recorder.totals().sent()).isEqualTo(2);
    assertThat(recorder.totals().ok()).isEqualTo(2);
    assertThat(recorder.completed()).isEqualTo(2);
    assertThat(recorder.servers().largestFirst()).containsExactly(Map.entry("app-0", 1L));
  }

  @Test
  void theTimeOfATransactionGoesIntoTheHistogramInMicroseconds() {
    at(1100);
    long start = start(11);
    nanos.addAndGet(TimeUnit.MICROSECONDS.toNanos(12_345));
    finish(start, null);

    Window window = recorder.close(0);
    assertThat(window.responseMicros(TYPE).getTotalCount()).isEqualTo(1);
    assertThat(
            window
                .responseMicros(TYPE)
                .valuesAreEquivalent(window.responseMicros(TYPE).getMaxValue(), 12_345))
        .isTrue();
  }

  @Test
  void latenessIsTheStartAgainstTheTimeDue() {
    at(1107);
    start(11);

    assertThat(recorder.close(0).latenessMicros().getMaxValue()).isBetween(7_000L, 7_010L);
  }

  @Test
  void aFailureIsCountedWithItsReasonAndLeavesTheHistogramAlone() {
    at(1100);
    long start = start(11);
    recorder.requestEnded(TYPE, FailureKind.UNAVAILABLE, null);
    finish(start, "HTTP 503");

    Window window = recorder.close(0);
    assertThat(window.counts().failed()).isEqualTo(1);
    assertThat(window.counts().failedRequests()).isEqualTo(1);
    assertThat(window.counts().failures(FailureKind.UNAVAILABLE)).isEqualTo(1);
    assertThat(recorder.totals().failures(FailureKind.UNAVAILABLE)).isEqualTo(1);
    assertThat(window.errors().largestFirst()).containsExactly(Map.entry("HTTP 503", 1L));
    assertThat(window.responseMicros(TYPE).getTotalCount()).isZero();
  }

  @Test
  void theStateOfASessionIsCountedInTheWindowInWhichItEnds() {
    at(900);
    recorder.sessionEnded(StateOutcome.LOST, false);
    at(1100);
    recorder.sessionEnded(StateOutcome.INTACT, true);
    recorder.sessionEnded(StateOutcome.INTACT, false);
    recorder.sessionEnded(StateOutcome.LOST, true);

    Window window = recorder.close(0);
    assertThat(window.counts().states(StateOutcome.INTACT)).isEqualTo(2);
    assertThat(window.counts().moved()).as("of the intact ones").isEqualTo(1);
    assertThat(window.counts().states(StateOutcome.LOST)).isEqualTo(1);
    assertThat(recorder.totals().states(StateOutcome.LOST)).isEqualTo(2);
    assertThat(recorder.totals().moved()).isEqualTo(1);
  }

  @Test
  void whatWouldBeTooManyInFlightIsShedAndCountedAsFailed() {
    at(1100);
    for (int user = 0; user < 3; user++) {
      assertThat(start(user)).isNotEqualTo(RunRecorder.SHED);
    }

    assertThat(start(3)).isEqualTo(RunRecorder.SHED);

    assertThat(recorder.inFlight()).isEqualTo(3);
    Window window = recorder.close(0);
    assertThat(window.counts().sent()).isEqualTo(3);
    assertThat(window.counts().shed()).isEqualTo(1);
    assertThat(window.counts().failed()).isEqualTo(1);
    assertThat(window.errors().largestFirst())
        .containsExactly(Map.entry("shed: 3 transactions in flight (MAX_IN_FLIGHT)", 1L));
  }

  @Test
  void whatComesAfterAWindowWasEndedIsOutside() {
    at(1300);
    long before = start(13);
    finish(before, null);
    long over = start(13);
    at(1400);
    recorder.end(0);
    recorder.requestEnded(TYPE, null, "app-0");
    finish(over, null);
    start(14);

    assertThat(recorder.endNanos(0)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(1400));
    assertThat(recorder.isMeasured(TimeUnit.MILLISECONDS.toNanos(1399))).isTrue();
    assertThat(recorder.isMeasured(TimeUnit.MILLISECONDS.toNanos(1400))).isFalse();
    assertThat(recorder.outside().sent()).isEqualTo(1);
    assertThat(recorder.outside().ok()).isEqualTo(1);
    assertThat(recorder.outside().requests()).isEqualTo(1);
    Window window = recorder.close(0);
    assertThat(window.counts().sent()).isEqualTo(2);
    assertThat(window.counts().ok()).isEqualTo(1);
    assertThat(window.responseMicros(TYPE).getTotalCount()).isEqualTo(1);
  }

  @Test
  void nothingIsCountedAfterTheRunWasStopped() {
    at(1100);
    finish(start(11), null);
    long finishedLate = start(11);

    recorder.stop();
    finish(finishedLate, "HTTP 503");
    start(11);

    Counts totals = recorder.totals();
    assertThat(totals.sent()).isEqualTo(2);
    assertThat(totals.ok()).isEqualTo(1);
    assertThat(totals.failed()).isZero();
    assertThat(totals.unfinished()).isEqualTo(1);
    assertThat(recorder.errors().largestFirst()).isEmpty();
  }

  @Test
  void aWindowThatIsEndedTooLateEndsInItsTime() {
    at(2500);
    recorder.end(0);

    assertThat(recorder.endNanos(0)).isEqualTo(timeline.windowToNanos(0));
  }

  @ParameterizedTest(name = "every other window is ended halfway: {0}")
  @ValueSource(booleans = {false, true})
  void nothingIsLostBetweenWindowsWhileThreadsRecord(boolean ended) throws Exception {
    int windows = 50;
    Timeline many = new Timeline(windows, 2, 1, true);
    RunRecorder shared =
        new RunRecorder(
            Workload.ECPERF.transactions(), many, clock, Integer.MAX_VALUE, 60_000_000, NONE);
    int threads = 4;
    int perThread = 50_000;
    ExecutorService executor = Executors.newFixedThreadPool(threads + 1);
    try {
      List<Callable<Long>> writers = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        writers.add(() -> write(shared, perThread));
      }
      Future<Long> reader = executor.submit(() -> closeAll(shared, many, ended));
      for (Future<Long> writer : executor.invokeAll(writers)) {
        writer.get();
      }
      nanos.set(many.endNanos());

      long inWindows = reader.get(30, TimeUnit.SECONDS);

      assertThat(shared.totals().ok()).isEqualTo((long) threads * perThread);
      assertThat(inWindows).isPositive();
      assertThat(inWindows + shared.outside().ok()).isEqualTo((long) threads * perThread);
    } finally {
      executor.shutdownNow();
    }
  }

  /** Each transaction advances the clock, so that the writers cross every window. */
  private long write(RunRecorder shared, int transactions) {
    for (int i = 0; i < transactions; i++) {
      long start = shared.start(TYPE, clock.elapsedNanos());
      nanos.addAndGet(400_000);
      shared.finish(TYPE, start, start, null);
    }
    return transactions;
  }

  private long closeAll(RunRecorder shared, Timeline many, boolean ended) {
    long closed = 0;
    for (int window = 0; window < many.windows(); window++) {
      boolean early = ended && window % 2 == 0;
      awaitElapsed(many.windowToNanos(window) - (early ? HALF_A_WINDOW_NANOS : 0));
      if (early) {
        shared.end(window);
      }
      Window result = shared.close(window);
      closed += result.counts().ok();
      assertThat(result.responseMicros(TYPE).getTotalCount()).isEqualTo(result.counts().ok());
    }
    return closed;
  }

  private void awaitElapsed(long elapsedNanos) {
    while (clock.elapsedNanos() < elapsedNanos) {
      Thread.onSpinWait();
    }
  }

  private void at(long millis) {
    nanos.set(TimeUnit.MILLISECONDS.toNanos(millis));
  }
}
