package dev.scalelab.benchmark.ecperf.customer.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class OrderTest {

  private static final Item PENCIL = new Item(7, "Pencil", new BigDecimal("19.99"));
  private static final Item PAPER = new Item(8, "Paper", new BigDecimal("5.00"));

  private final Order order =
      new Order(UUID.randomUUID(), 12, 10, Instant.parse("2026-01-01T00:00:00Z"));

  @Test
  void pricesAreTheCustomersRoundedHalfUp() {
    order.put(PENCIL, 3);

    // 19.99 less 10 % is 17.991
    assertThat(order.getLines().get(7).getUnitPrice()).isEqualByComparingTo("17.99");
    assertThat(order.getTotal()).isEqualByComparingTo("53.97");
  }

  @Test
  void totalIsTheSumOfTheLinesAfterEveryChange() {
    order.put(PENCIL, 3);
    order.put(PAPER, 2);
    order.change(PENCIL, 1);

    assertThat(order.getTotal()).isEqualByComparingTo("26.99");
  }

  @Test
  void changingALineKeepsItsPrice() {
    order.put(PENCIL, 1);
    order.change(new Item(7, "Pencil", new BigDecimal("99.99")), 2);

    assertThat(order.getLines().get(7).getUnitPrice()).isEqualByComparingTo("17.99");
    assertThat(order.getTotal()).isEqualByComparingTo("35.98");
  }

  @Test
  void aLaterChangeIsNotMadeToOrder() {
    order.put(PENCIL, 3);
    order.makeToOrder();
    order.change(PENCIL, 5);
    order.change(PAPER, 2);

    assertThat(order.getLargeLines()).isEqualTo(1);
    assertThat(order.getLines().get(7).getQuantity()).isEqualTo(5);
    assertThat(order.getLines().get(7).getMadeToOrder()).isEqualTo(3);
    assertThat(order.getLines().get(8).getMadeToOrder()).isZero();
  }

  @Test
  void onlyChangesAreCounted() {
    order.put(PENCIL, 1);
    order.put(PAPER, 1);
    assertThat(order.getChanges()).isZero();

    order.change(PENCIL, 1);
    order.change(PAPER, 5);
    assertThat(order.getChanges()).isEqualTo(2);
  }
}
