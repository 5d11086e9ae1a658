package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.measurement.Series.Sample;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * When three servers see each other again after a disturbance at second 100, by scrapes every 5 s.
 */
class MembersBackTest {
  private static final Series FIRST = series(95, 3, 3, 2, 2, 2, 3, 3);
  private static final Series SECOND = series(96, 3, 3, 2, 2, 3, 3, 3);

  @Test
  void theyAreBackWhenTheLastOfThemHasReportedAll() {
    Series replaced = series(118, 1, 3, 3);

    assertThat(MembersBack.seconds(List.of(FIRST, SECOND, replaced), pod -> 3, 3, 100))
        .hasValue(23);
  }

  @Test
  void aServerThatDoesNotReportIsNotBack() {
    assertThat(MembersBack.seconds(List.of(FIRST, SECOND), pod -> 3, 3, 100)).isEmpty();
  }

  @Test
  void aSmallerViewAtTheEndIsNotWhole() {
    Series alone = series(118, 3, 3, 1);

    assertThat(MembersBack.seconds(List.of(FIRST, SECOND, alone), pod -> 3, 3, 100)).isEmpty();
  }

  @Test
  void aClusterThatWasAlwaysWholeTookNoTime() {
    Series whole = series(95, 3, 3, 3);

    assertThat(MembersBack.seconds(List.of(whole, whole, whole), pod -> 3, 3, 100)).hasValue(0);
  }

  private static Series series(int from, int... views) {
    return new Series(
        Map.of(),
        IntStream.range(0, views.length)
            .mapToObj(i -> new Sample(from + 5.0 * i, views[i]))
            .toList());
  }
}
