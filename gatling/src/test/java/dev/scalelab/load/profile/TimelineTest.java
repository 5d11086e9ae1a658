package dev.scalelab.load.profile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimelineTest {
  private static final long SECOND = 1_000_000_000L;

  /** Two steps of 10 s; the first 4 s of each are not measured. */
  private final Timeline timeline = new Timeline(2, 10, 4, true);

  @ParameterizedTest(name = "at {0} ns: step {1}, window {2}")
  @CsvSource({
    "-1, -1, -1",
    "0, 0, -1",
    "3999999999, 0, -1",
    "4000000000, 0, 0",
    "9999999999, 0, 0",
    "10000000000, 1, -1",
    "14000000000, 1, 1",
    "19999999999, 1, 1",
    "20000000000, -1, -1",
  })
  void anInstantBelongsToOneStepAndAtMostOneWindow(long nanos, int step, int window) {
    assertThat(timeline.stepAt(nanos)).isEqualTo(step);
    assertThat(timeline.windowAt(nanos)).isEqualTo(window);
  }

  @Test
  void windowsEndWhereTheirStepEnds() {
    assertThat(timeline.windowFromNanos(1)).isEqualTo(14 * SECOND);
    assertThat(timeline.windowToNanos(1)).isEqualTo(20 * SECOND);
    assertThat(timeline.endNanos()).isEqualTo(20 * SECOND);
  }

  @Test
  void aWarmUpRunHasNoWindow() {
    Timeline warmUp = new Timeline(2, 10, 4, false);

    assertThat(warmUp.windows()).isZero();
    assertThat(warmUp.windowAt(5 * SECOND)).isEqualTo(Timeline.NONE);
    assertThat(warmUp.stepAt(5 * SECOND)).isZero();
  }
}
