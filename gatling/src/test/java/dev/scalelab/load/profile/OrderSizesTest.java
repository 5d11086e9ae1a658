package dev.scalelab.load.profile;

import static dev.scalelab.load.profile.TransactionType.CHANGE_ORDER;
import static dev.scalelab.load.profile.TransactionType.NEW_ORDER;
import static dev.scalelab.load.profile.TransactionType.ORDER_STATUS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OrderSizesTest {
  private static final Dataset DATASET = new Dataset(1);
  private static final TransactionMix MIX =
      new TransactionMix(Map.of(NEW_ORDER, 50, CHANGE_ORDER, 20, ORDER_STATUS, 30), 7);

  @ParameterizedTest(name = "{0} % of {2} items have {1} pieces or more")
  @CsvSource({
    " 10,   100,  3",
    " 10,    31,  3",
    "  5,    20,  3",
    " 35,     4,  3",
    " 50,     2,  1",
    "100,     1,  3",
    " 10,   100, 50",
    " 20, 30000,  3",
  })
  void everyHundredNewOrdersHoldThePercentageOfLargeOnes(int percent, int pieces, int items) {
    OrderSizes sizes = new OrderSizes(new LargeOrders(percent, pieces), MIX, 7);
    List<TransactionData> orders =
        newOrders().limit(1000).mapToObj(number -> sized(sizes, items, number)).toList();

    for (int hundred = 0; hundred < 10; hundred++) {
      assertThat(orders.subList(100 * hundred, 100 * hundred + 100))
          .filteredOn(order -> pieces(order) >= pieces)
          .hasSize(percent);
    }
    assertThat(orders)
        .flatExtracting(TransactionData::lines)
        .allMatch(line -> line.quantity() >= 1 && line.quantity() <= 10_000);
  }

  @Test
  void onlyQuantitiesAreChanged() {
    OrderSizes sizes = new OrderSizes(new LargeOrders(10, 100), MIX, 7);

    newOrders()
        .limit(100)
        .forEach(
            number -> {
              TransactionData original = TransactionData.of(DATASET, 3, 7, number);
              TransactionData sized = sizes.sized(original, number);
              assertThat(sized.customerId()).isEqualTo(original.customerId());
              assertThat(sized.lines())
                  .extracting(TransactionData.Line::itemId)
                  .isEqualTo(original.lines().stream().map(TransactionData.Line::itemId).toList());
              // Three lines of ten pieces are no large order: other orders are unchanged.
              assertThat(pieces(sized)).isEqualTo(pieces(sized) >= 100 ? 102 : pieces(original));
            });
  }

  @Test
  void withoutLargeOrdersNoneIsChanged() {
    OrderSizes sizes = new OrderSizes(new LargeOrders(0, 2), MIX, 7);

    assertThat(newOrders().limit(100))
        .allMatch(
            number -> sized(sizes, 3, number).equals(TransactionData.of(DATASET, 3, 7, number)));
  }

  @Test
  void theSameSeedMakesTheSameOrdersLarge() {
    assertThat(large(7)).isEqualTo(large(7)).isNotEqualTo(large(8));
  }

  private static List<Long> large(long seed) {
    OrderSizes sizes = new OrderSizes(new LargeOrders(10, 100), MIX, seed);
    return newOrders()
        .limit(100)
        .filter(number -> pieces(sized(sizes, 3, number)) >= 100)
        .boxed()
        .toList();
  }

  private static LongStream newOrders() {
    return LongStream.iterate(0, number -> number + 1)
        .filter(number -> MIX.typeOf(number) == NEW_ORDER);
  }

  private static TransactionData sized(OrderSizes sizes, int items, long number) {
    return sizes.sized(TransactionData.of(DATASET, items, 7, number), number);
  }

  private static int pieces(TransactionData order) {
    return order.lines().stream().mapToInt(TransactionData.Line::quantity).sum();
  }
}
