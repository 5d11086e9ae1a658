package dev.scalelab.load.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TransactionDataTest {
  private static final Dataset DATASET = new Dataset(1);

  @Test
  void identifiersCoverTheWholeDatasetAndNothingElse() {
    Set<Integer> customers = new HashSet<>();
    Set<Integer> orders = new HashSet<>();
    Set<Integer> items = new HashSet<>();
    Set<Integer> quantities = new HashSet<>();
    for (long user = 0; user < 20_000; user++) {
      TransactionData data = TransactionData.of(DATASET, 3, 42, user);
      customers.add(data.customerId());
      orders.add(data.orderId());
      data.lines().forEach(line -> items.add(line.itemId()));
      data.lines().forEach(line -> quantities.add(line.quantity()));
    }

    assertThat(customers).hasSize(150).allMatch(id -> id >= 1 && id <= 150);
    assertThat(orders).hasSize(750).allMatch(id -> id >= 1 && id <= 750);
    assertThat(items).hasSize(100).allMatch(id -> id >= 1 && id <= 100);
    assertThat(quantities).hasSize(10).allMatch(quantity -> quantity >= 1 && quantity <= 10);
  }

  @Test
  void aCartHoldsNoItemTwice() {
    for (long user = 0; user < 1000; user++) {
      assertThat(TransactionData.of(DATASET, 50, 42, user).lines())
          .extracting(TransactionData.Line::itemId)
          .doesNotHaveDuplicates()
          .hasSize(50);
    }
  }

  @Test
  void theSameSeedAndUserGiveTheSameData() {
    assertThat(TransactionData.of(DATASET, 3, 42, 17))
        .isEqualTo(TransactionData.of(DATASET, 3, 42, 17))
        .isNotEqualTo(TransactionData.of(DATASET, 3, 43, 17));
  }

  @Test
  void workOrdersCoverAllItemsAndAreNotThoseOfTheOrdersOfTheSameNumber() {
    Set<Integer> items = new HashSet<>();
    int same = 0;
    for (long number = 0; number < 10_000; number++) {
      TransactionData work = TransactionData.ofWorkOrder(DATASET, 42, number);
      assertThat(work).isEqualTo(TransactionData.ofWorkOrder(DATASET, 42, number));
      assertThat(work.lines()).hasSize(1);
      items.add(work.lines().get(0).itemId());
      int ordered = TransactionData.of(DATASET, 3, 42, number).lines().get(0).itemId();
      same += work.lines().get(0).itemId() == ordered ? 1 : 0;
    }

    assertThat(items).hasSize(100).allMatch(id -> id >= 1 && id <= 100);
    // By chance one in 100.
    assertThat(same).isBetween(50, 150);
  }

  @Test
  void neighbouringUsersDoNotSharePicks() {
    long repeated =
        LongStream.range(0, 10_000)
            .filter(
                user ->
                    TransactionData.of(DATASET, 3, 42, user).orderId()
                        == TransactionData.of(DATASET, 3, 42, user + 1).orderId())
            .count();

    assertThat(repeated).isZero();
  }
}
