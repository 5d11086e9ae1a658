package dev.scalelab.load.profile;

import static dev.scalelab.load.profile.TransactionType.CHANGE_ORDER;
import static dev.scalelab.load.profile.TransactionType.CUSTOMER_STATUS;
import static dev.scalelab.load.profile.TransactionType.NEW_ORDER;
import static dev.scalelab.load.profile.TransactionType.ORDER_STATUS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TransactionMixTest {
  private static final Map<TransactionType, Integer> SHARES =
      Map.of(NEW_ORDER, 50, CHANGE_ORDER, 20, ORDER_STATUS, 20, CUSTOMER_STATUS, 10);

  @Test
  void everyBlockHoldsTheExactShares() {
    TransactionMix mix = new TransactionMix(SHARES, 7);

    assertThat(mix.blockSize()).isEqualTo(10);
    for (int block = 0; block < 1000; block++) {
      assertThat(counts(mix, block * 10L, block * 10L + 10))
          .isEqualTo(
              Map.of(NEW_ORDER, 5L, CHANGE_ORDER, 2L, ORDER_STATUS, 2L, CUSTOMER_STATUS, 1L));
    }
  }

  @Test
  void aLongBlockIsExactTooAndHasNearlyTheSharesWhereverARunEnds() {
    Map<TransactionType, Integer> shares =
        Map.of(NEW_ORDER, 3333, CHANGE_ORDER, 5000, ORDER_STATUS, 1567, CUSTOMER_STATUS, 100);
    TransactionMix mix = new TransactionMix(shares, 7);

    assertThat(mix.blockSize()).isEqualTo(TransactionMix.WHOLE);
    Map<TransactionKind, Long> sofar = new HashMap<>();
    for (int user = 0; user < TransactionMix.WHOLE; user++) {
      sofar.merge(mix.typeOf(user), 1L, Long::sum);
      int users = user + 1;
      shares.forEach(
          (type, share) ->
              assertThat((double) sofar.getOrDefault(type, 0L))
                  .as("%s of %d", type, users)
                  .isCloseTo(share * users / 10_000.0, within(20.0)));
    }
    shares.forEach((type, share) -> assertThat(sofar.get(type)).isEqualTo(share.longValue()));
    assertThat(counts(mix, 0, 50)).as("shuffled").isNotEqualTo(counts(mix, 10_000, 10_050));
  }

  @Test
  void tenThousandHaveTheSharesOfAMixOfQuarterPercents() {
    Map<TransactionType, Integer> shares =
        Map.of(NEW_ORDER, 1250, CHANGE_ORDER, 1250, ORDER_STATUS, 5025, CUSTOMER_STATUS, 2475);
    TransactionMix mix = new TransactionMix(shares, 7);

    assertThat(mix.blockSize()).isEqualTo(400);
    assertThat(counts(mix, 0, 10_000))
        .isEqualTo(
            Map.of(
                NEW_ORDER,
                1250L,
                CHANGE_ORDER,
                1250L,
                ORDER_STATUS,
                5025L,
                CUSTOMER_STATUS,
                2475L));
  }

  @Test
  void theSameSeedGivesTheSameSequence() {
    assertThat(sequence(new TransactionMix(SHARES, 7)))
        .isEqualTo(sequence(new TransactionMix(SHARES, 7)))
        .isNotEqualTo(sequence(new TransactionMix(SHARES, 8)));
  }

  @Test
  void theOrderWithinBlocksVaries() {
    TransactionMix mix = new TransactionMix(SHARES, 7);

    // The first place of a block is a free choice: the frequency of each type there is its share.
    Map<TransactionKind, Long> first =
        LongStream.range(0, 20_000)
            .mapToObj(block -> mix.typeOf(block * 10))
            .collect(Collectors.groupingBy(type -> type, Collectors.counting()));
    assertThat(first.get(NEW_ORDER)).isBetween(9_700L, 10_300L);
    assertThat(first.get(CUSTOMER_STATUS)).isBetween(1_800L, 2_200L);
  }

  @Test
  void aTypeWithoutAShareNeverComes() {
    TransactionMix mix = new TransactionMix(Map.of(ORDER_STATUS, 100, NEW_ORDER, 0), 7);

    assertThat(mix.blockSize()).isEqualTo(1);
    assertThat(counts(mix, 0, 100)).isEqualTo(Map.of(ORDER_STATUS, 100L));
  }

  @Test
  void eachIsCountedAmongThoseOfItsType() {
    TransactionMix mix = new TransactionMix(SHARES, 7);
    Map<TransactionKind, Long> before = new HashMap<>();

    for (long user = 0; user < 1000; user++) {
      assertThat(mix.sameBefore(user)).isEqualTo(before.getOrDefault(mix.typeOf(user), 0L));
      before.merge(mix.typeOf(user), 1L, Long::sum);
    }
  }

  private static Map<TransactionKind, Long> counts(TransactionMix mix, long from, long to) {
    return LongStream.range(from, to)
        .mapToObj(mix::typeOf)
        .collect(Collectors.groupingBy(type -> type, Collectors.counting()));
  }

  private static List<TransactionKind> sequence(TransactionMix mix) {
    return LongStream.range(0, 1000).mapToObj(mix::typeOf).toList();
  }
}
