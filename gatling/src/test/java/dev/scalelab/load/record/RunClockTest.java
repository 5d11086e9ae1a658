package dev.scalelab.load.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RunClockTest {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1);
  private final RunClock clock = new RunClock(nanos::get, 1_000_000);

  @Test
  void millisecondsAreRoundedDownAndSurviveAnOverflow() {
    nanos.addAndGet(1_999_999);
    assertThat(clock.nowMillis()).isEqualTo(1_000_001);
  }

  @Test
  void elapsedTimeCountsFromTheStart() {
    nanos.addAndGet(5_000_000);
    clock.start(clock.nowMillis());
    nanos.addAndGet(250);

    assertThat(clock.elapsedNanos()).isEqualTo(250);
    assertThat(clock.instantAt(0)).isEqualTo(Instant.ofEpochMilli(1_000_005));
    assertThat(clock.now()).isEqualTo(Instant.ofEpochMilli(1_000_005).plusNanos(250));
  }
}
