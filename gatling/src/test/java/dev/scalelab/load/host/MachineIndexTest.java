package dev.scalelab.load.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MachineIndexTest {
  /**
   * Any machine of this century does a hundred to two thousand of these rounds in a microsecond.
   */
  @Test
  void isTheSpeedOfThisMachineAfterHalfASecond() {
    long begin = System.nanoTime();

    double index = new MachineIndex().measure();

    assertThat(System.nanoTime() - begin)
        .isBetween(TimeUnit.MILLISECONDS.toNanos(500), TimeUnit.SECONDS.toNanos(60));
    assertThat(index).isBetween(20.0, 5000.0);
  }
}
