package dev.scalelab.load.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PacingTest {
  private static final int DRAWS = 200_000;
  private static final double NANOS_PER_MILLI = 1e6;

  @ParameterizedTest(name = "mean of {0} ms")
  @ValueSource(ints = {1, 1000, 600_000})
  void timesAreExponentialAndCutAtFiveTimesTheMean(int meanMillis) {
    double mean = meanMillis * NANOS_PER_MILLI;
    long[] times = times(new Pacing(meanMillis), 1);

    assertThat(Arrays.stream(times).average().orElseThrow())
        .isCloseTo(mean * (1 - Math.exp(-5)), within(0.01 * mean));
    assertThat(Arrays.stream(times).max().orElseThrow()).isEqualTo((long) (5 * mean));
    assertThat(Arrays.stream(times).min().orElseThrow()).isNotNegative();
    for (double means : new double[] {0.1, Math.log(2), 1, 3, 4.9}) {
      assertThat(Arrays.stream(times).filter(time -> time > means * mean).count())
          .as("times above %s means", means)
          .isCloseTo(Math.round(DRAWS * Math.exp(-means)), within(DRAWS / 200L));
    }
    // Only those that are cut off are as long as that.
    assertThat(Arrays.stream(times).filter(time -> time == (long) (5 * mean)).count())
        .isCloseTo(Math.round(DRAWS * Math.exp(-5)), within(DRAWS / 500L));
  }

  @Test
  void theFirstTimeIsSpreadEvenlyOverTheMean() {
    SplittableRandom random = new SplittableRandom(1);
    Pacing pacing = new Pacing(1000);
    int[] tenths = new int[10];
    for (int draw = 0; draw < DRAWS; draw++) {
      tenths[(int) (pacing.firstNanos(random) / (100 * NANOS_PER_MILLI))]++;
    }

    for (int count : tenths) {
      assertThat(count).isBetween(DRAWS / 10 - DRAWS / 200, DRAWS / 10 + DRAWS / 200);
    }
  }

  @Test
  void theSameSeedGivesTheSameTimes() {
    assertThat(times(new Pacing(500), 7))
        .isEqualTo(times(new Pacing(500), 7))
        .isNotEqualTo(times(new Pacing(500), 8));
  }

  @Test
  void withoutPacingThereIsNothingToWaitFor() {
    SplittableRandom random = new SplittableRandom(1);

    assertThat(times(Pacing.NONE, 1)).containsOnly(0);
    assertThat(Pacing.NONE.firstNanos(random)).isZero();
  }

  private static long[] times(Pacing pacing, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return LongStream.generate(() -> pacing.nextNanos(random)).limit(DRAWS).toArray();
  }
}
