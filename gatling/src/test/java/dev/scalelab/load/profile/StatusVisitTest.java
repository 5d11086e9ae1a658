package dev.scalelab.load.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class StatusVisitTest {
  private static final Dataset DATASET = new Dataset(2);

  @Test
  void customersAreThoseAssignedByTheDataset() {
    assertThat(LongStream.range(0, 20).map(n -> new StatusVisit(DATASET, 7, n).customerId()))
        .containsExactlyElementsOf(
            LongStream.range(0, 20).map(n -> DATASET.customer(7, n)).boxed().toList());
  }

  @Test
  void ordersAndTicketsAreRequestedEquallyOften() {
    StatusVisit visit = new StatusVisit(DATASET, 1, 0);
    long orders = IntStream.range(0, 1000).filter(i -> visit.nextIsOfOrders()).count();

    assertThat(orders).isBetween(400L, 600L);
  }
}
