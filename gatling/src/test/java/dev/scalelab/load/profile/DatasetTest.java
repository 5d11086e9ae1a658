package dev.scalelab.load.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatasetTest {
  private static final Dataset DATASET = new Dataset(2);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4711, -1})
  void eachIsAssignedOncePerRound(long seed) {
    assertThat(LongStream.range(600, 900).mapToInt(n -> DATASET.customer(seed, n)).toArray())
        .containsExactlyInAnyOrder(from1To(300));
    assertThat(LongStream.range(300, 600).mapToInt(n -> DATASET.reader(seed, n)).toArray())
        .containsExactlyInAnyOrder(from1To(300));
    assertThat(LongStream.range(0, 300).mapToInt(n -> DATASET.customerOfOrder(seed, n)).toArray())
        .containsExactlyInAnyOrder(from1To(300));
    assertThat(LongStream.range(0, 1500).mapToInt(n -> DATASET.order(seed, n)).toArray())
        .containsExactlyInAnyOrder(from1To(1500));
  }

  @Test
  void noneIsRepeatedWithinARound() {
    for (long number = 0; number < 1000; number++) {
      assertThat(LongStream.range(number, number + 300).map(n -> DATASET.customer(7, n)).distinct())
          .hasSize(300);
    }
  }

  @Test
  void allAreAssignedAtMaxScaleToo() {
    Dataset largest = new Dataset(1000);
    assertThat(LongStream.range(0, 750_000).mapToInt(n -> largest.order(5, n)).distinct().count())
        .isEqualTo(750_000);
  }

  @Test
  void theOrderFollowsFromTheSeedAndIsNotTheSameOfEachKind() {
    assertThat(first(1)).isEqualTo(first(1)).isNotEqualTo(first(2));
    assertThat(IntStream.range(0, 20).map(n -> DATASET.reader(1, n)).boxed().toList())
        .isNotEqualTo(first(1));
  }

  /** 150 customers are the minimum of a dataset, 16 generators the maximum. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 16})
  void generatorsAssignDisjointPartsOfTheWhole(int generators) {
    Set<Integer> assigned = new HashSet<>();
    for (int generator = 0; generator < generators; generator++) {
      Share share = new Share(generator, generators);
      Dataset own = new Dataset(1, share);
      Set<Integer> customers = new HashSet<>();
      for (long place = 0; place < share.countOf(150); place++) {
        assertThat(customers.add(own.customer(9, share.nth(place)))).as("once a round").isTrue();
      }
      assertThat(customers).as("no other's").allMatch(assigned::add);
      assertThat(customers).contains(own.customer(9, share.nth(100_000)));
    }
    assertThat(assigned).hasSize(150).allMatch(id -> id >= 1 && id <= 150);
  }

  private static List<Integer> first(long seed) {
    return IntStream.range(0, 20).map(n -> DATASET.customer(seed, n)).boxed().toList();
  }

  private static int[] from1To(int highest) {
    return IntStream.rangeClosed(1, highest).toArray();
  }
}
