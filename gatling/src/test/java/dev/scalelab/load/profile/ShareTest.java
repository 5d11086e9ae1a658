package dev.scalelab.load.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShareTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 16})
  void thePartsAreTheWholeAndHaveNothingInCommon(int parts) {
    long[] things = new long[100];
    for (Share share : shares(parts)) {
      long count = share.countOf(things.length);
      assertThat(count).isBetween(100L / parts, 100L / parts + 1);
      LongStream.range(0, count).map(share::nth).forEach(thing -> things[(int) thing]++);
      assertThat(LongStream.range(0, count).map(place -> share.placeOf(share.nth(place))).toArray())
          .isEqualTo(LongStream.range(0, count).toArray());
      assertThat(LongStream.range(0, 100).filter(share::holds).toArray())
          .isEqualTo(LongStream.range(0, count).map(share::nth).toArray());
    }
    assertThat(things).containsOnly(1);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 5, 6, 7})
  void theCountsOfThePartsAddUp(long things) {
    assertThat(shares(6).stream().mapToLong(share -> share.countOf(things)).sum())
        .isEqualTo(things);
  }

  @Test
  void aGeneratorThatIsAloneHasEverythingAsItIs() {
    assertThat(Share.WHOLE.isWhole()).isTrue();
    assertThat(Share.WHOLE.nth(17)).isEqualTo(17);
    assertThat(Share.WHOLE.countOf(17)).isEqualTo(17);
    assertThat(Share.WHOLE.ofLimit(17)).isEqualTo(17);
    assertThat(Share.WHOLE.placeOf(17)).isEqualTo(17);
  }

  @Test
  void aLimitIsSharedEvenlyAndRoundedUp() {
    assertThat(shares(3)).allMatch(share -> share.ofLimit(240) == 80);
    assertThat(shares(3)).allMatch(share -> share.ofLimit(241) == 81);
    assertThat(new Share(1, 16).ofLimit(0)).as("no limit").isZero();
  }

  @Test
  void aPartThatIsNotThereIsRefused() {
    assertThatThrownBy(() -> new Share(2, 2)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Share(-1, 2)).isInstanceOf(IllegalArgumentException.class);
  }

  /** A spike and its end: leaving users are spread over the parts as evenly as staying ones. */
  @Test
  void everyPartHasItsShareOfUsersInEveryStep() {
    List<Integer> levels = List.of(3, 4, 11, 2, 7);
    UserSchedule schedule = new UserSchedule(levels, 10, 0);
    Set<Integer> all = new HashSet<>();
    for (Share share : shares(2)) {
      List<Integer> own = schedule.staysOf(share);
      assertThat(own).as("no other's").allMatch(all::add);
      for (int step = 0; step < levels.size(); step++) {
        long instant = 10_000L * step + 5000;
        long there =
            own.stream()
                .map(schedule.allStays()::get)
                .filter(stay -> stay.fromMillis() <= instant && stay.toMillis() > instant)
                .count();
        assertThat(there).as("step %d", step).isEqualTo(share.countOf(levels.get(step)));
      }
    }
    assertThat(all).hasSameSizeAs(schedule.allStays());
  }

  private static List<Share> shares(int parts) {
    return IntStream.range(0, parts).mapToObj(number -> new Share(number, parts)).toList();
  }
}
