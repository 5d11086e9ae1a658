package dev.scalelab.load.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VisitTest {
  private static final ThinkTime UP_TO_A_SECOND = new ThinkTime(0, 1000);

  @Test
  void eachProductIsAChangeOfTheCart() {
    Visit visit = new Visit(ThinkTime.NONE, 1, 0);
    IntStream.range(0, 5).forEach(i -> visit.nextProduct());

    assertThat(visit.state().answered("s 5 app-0", "app-0", true)).isNull();
  }

  @Test
  void theSameSeedGivesTheSameVisitAndUsersDiffer() {
    assertThat(choices(1, 7)).isEqualTo(choices(1, 7));
    assertThat(choices(1, 7)).isNotEqualTo(choices(1, 8)).isNotEqualTo(choices(2, 7));
  }

  @Test
  void pausesAreUniformlyDistributedBetweenTheirLimits() {
    Visit visit = new Visit(UP_TO_A_SECOND, 1, 0);
    int[] pauses = IntStream.range(0, 10_000).map(i -> visit.nextPauseMillis()).toArray();

    assertThat(IntStream.of(pauses).average().orElseThrow()).isBetween(490.0, 510.0);
    assertThat(IntStream.of(pauses).min().orElseThrow()).isBetween(0, 5);
    assertThat(IntStream.of(pauses).max().orElseThrow()).isBetween(995, 1000);
  }

  private static List<Integer> choices(long seed, long user) {
    Visit visit = new Visit(UP_TO_A_SECOND, seed, user);
    return IntStream.range(0, 10).mapToObj(i -> visit.nextProduct()).toList();
  }
}
