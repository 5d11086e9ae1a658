package dev.scalelab.load.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatenessTest {
  private static final long ON_TIME = 1_000;
  private static final long LATE = 75_000;

  @Test
  void onePauseOfTheHostIsNotTheLatenessOfAShortStep() {
    assertThat(Lateness.p99(transactions(58, 2))).isBetween(ON_TIME, ON_TIME + 10);
    assertThat(Lateness.p99(transactions(57, 3))).isBetween(LATE, LATE + 100);
  }

  @Test
  void ofManyTransactionsOneInAHundredCounts() {
    assertThat(Lateness.p99(transactions(9_901, 99))).isLessThan(LATE);
    assertThat(Lateness.p99(transactions(9_899, 101))).isBetween(LATE, LATE + 100);
  }

  @Test
  void aStepWithoutTransactionsIsNotLate() {
    assertThat(Lateness.p99(transactions(0, 0))).isZero();
  }

  private static Histogram transactions(int onTime, int late) {
    Histogram micros = new AtomicHistogram(60_000_000, 3);
    micros.recordValueWithCount(ON_TIME, onTime);
    micros.recordValueWithCount(LATE, late);
    return micros;
  }
}
