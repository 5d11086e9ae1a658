package dev.scalelab.operator.reconcile;

import static dev.scalelab.operator.reconcile.WakeTimes.Cause.ANSWER;
import static dev.scalelab.operator.reconcile.WakeTimes.Cause.CHANGE;
import static dev.scalelab.operator.reconcile.WakeTimes.Cause.END;
import static dev.scalelab.operator.reconcile.WakeTimes.TOGETHER;
import static org.assertj.core.api.Assertions.assertThat;

import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How soon an experiment is woken by what. */
class WakeTimesTest {
  private static final ResourceID SMALL = new ResourceID("small", "shop");

  private long now = 1_000;
  private final WakeTimes times = new WakeTimes(() -> now);

  @Test
  void theFirstChangeWakesAtOnce() {
    assertThat(times.untilWake(SMALL, CHANGE)).isEqualTo(TOGETHER);
  }

  @Test
  void changesAreLookedAtAFewTimesASecond() {
    times.looked(SMALL, false);
    assertThat(times.untilWake(SMALL, CHANGE)).isEqualTo(Duration.ofMillis(300));

    pass(Duration.ofMillis(100));
    assertThat(times.untilWake(SMALL, CHANGE)).isEqualTo(Duration.ofMillis(200));

    pass(Duration.ofMillis(200));
    assertThat(times.untilWake(SMALL, CHANGE)).isEqualTo(TOGETHER);
    times.woken(SMALL);
    assertThat(times.untilWake(SMALL, CHANGE)).isEqualTo(Duration.ofMillis(300));
  }

  @Test
  void anAnswerIsExpectedAndComesOnce() {
    times.looked(SMALL, false);

    assertThat(times.untilWake(SMALL, ANSWER)).isEqualTo(TOGETHER);
  }

  @Test
  void duringALoadOnlyTheEndOfAJobWakesAtOnce() {
    times.looked(SMALL, true);

    assertThat(times.untilWake(SMALL, CHANGE)).isEqualTo(Duration.ofSeconds(2));
    assertThat(times.untilWake(SMALL, ANSWER)).isEqualTo(Duration.ofSeconds(2));
    assertThat(times.untilWake(SMALL, END)).isEqualTo(TOGETHER);
  }

  @Test
  void eachExperimentHasItsOwnTimes() {
    times.looked(SMALL, true);

    assertThat(times.untilWake(new ResourceID("small", "other"), CHANGE)).isEqualTo(TOGETHER);
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }
}
