package dev.scalelab.load.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatusVisitTest {
  private static final Dataset DATASET = new Dataset(2);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4711, -1})
  void everyCustomerComesOnceARound(long seed) {
    List<Integer> round =
        LongStream.range(600, 900)
            .mapToObj(number -> new StatusVisit(DATASET, seed, number).customerId())
            .toList();

    assertThat(round)
        .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(1, 300).boxed().toList());
  }

  @Test
  void theOrderOfCustomersFollowsFromTheSeed() {
    assertThat(customers(1)).isEqualTo(customers(1)).isNotEqualTo(customers(2));
  }

  @Test
  void ordersAndTicketsAreAskedForEvenly() {
    StatusVisit visit = new StatusVisit(DATASET, 1, 0);
    long orders = IntStream.range(0, 1000).filter(i -> visit.nextIsOfOrders()).count();

    assertThat(orders).isBetween(400L, 600L);
  }

  @Test
  void ordersOfAStreamAreOfAllCustomers() {
    assertThat(LongStream.range(0, 5000).map(n -> DATASET.customerOfOrder(1, n)).distinct())
        .hasSize(300)
        .allMatch(id -> id >= 1 && id <= 300);
  }

  private static List<Integer> customers(long seed) {
    return LongStream.range(0, 20)
        .mapToObj(number -> new StatusVisit(DATASET, seed, number).customerId())
        .toList();
  }
}
