package dev.scalelab.load.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatasetTest {

  @Test
  void chosenAtRandomEachIsUsedAboutAsOften() {
    int[] uses = uses(Keys.RANDOM);

    assertThat(IntStream.of(uses).max().orElseThrow()).isLessThan(150);
    assertThat(IntStream.of(uses).min().orElseThrow()).isPositive();
    assertThat(uses(Keys.ROUNDS)).as("in rounds exactly").containsOnly(66, 67);
  }

  @Test
  void skewedAFifthIsUsedByFourFifthsAndAFifthOfTheseByFourFifthsOfThose() {
    int[] uses = uses(Keys.SKEWED);

    assertThat(IntStream.of(uses).limit(300).sum()).isBetween(79_000, 81_000);
    assertThat(IntStream.of(uses).limit(60).sum()).isBetween(63_000, 65_000);
  }

  /** Uses of each of 1500 customers by 100,000 transactions. */
  private static int[] uses(Keys keys) {
    Dataset dataset = new Dataset(10, Share.WHOLE, keys);
    int[] uses = new int[dataset.customers()];
    for (int number = 0; number < 100_000; number++) {
      uses[dataset.customer(1, number) - 1]++;
    }
    return uses;
  }

  @Test
  void twoGeneratorsUseOthersAlsoAtRandom() {
    Dataset second = new Dataset(1, new Share(1, 2), Keys.SKEWED);

    assertThat(IntStream.range(0, 1000).map(number -> second.order(1, number)))
        .allMatch(order -> order % 2 == 0 && order <= second.orders());
  }

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

  /** Only the portal has that many, and orders are not chosen there. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 5})
  void aMillionCustomersAreAssignedToo(long seed) {
    Dataset million = new Dataset(7000);
    BitSet customers = new BitSet();
    for (long number = 0; number < million.customers(); number++) {
      customers.set(million.customer(seed, number));
    }
    assertThat(customers.cardinality()).isEqualTo(1_050_000);
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
      Dataset own = new Dataset(1, share, Keys.ROUNDS);
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
