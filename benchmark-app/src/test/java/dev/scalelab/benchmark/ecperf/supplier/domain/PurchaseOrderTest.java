package dev.scalelab.benchmark.ecperf.supplier.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.scalelab.benchmark.ecperf.supplier.domain.PurchaseOrder.State;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class PurchaseOrderTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final PurchaseOrder order = new PurchaseOrder(7, 9, 400, NOW);

  @Test
  void isDeliveredOnce() {
    order.accept(NOW.plusSeconds(5));

    assertThat(order.deliver(NOW)).isTrue();
    assertThat(order.deliver(NOW)).isFalse();
    assertThat(order.getState()).isEqualTo(State.DELIVERED);
  }

  @Test
  void isDueWhenItsSupplierHasSaid() {
    assertThat(order.getDueAt()).isNull();

    order.accept(NOW.plusSeconds(5));

    assertThat(order.getDueAt()).isEqualTo(NOW.plusSeconds(5));
  }

  @Test
  void aDeliveryMayComeBeforeTheAnswer() {
    assertThat(order.deliver(NOW)).isTrue();

    order.accept(NOW.plusSeconds(5));
    assertThat(order.refuse()).isFalse();
    assertThat(order.getState()).isEqualTo(State.DELIVERED);
  }

  @Test
  void whatWasRefusedIsNotDelivered() {
    assertThat(order.refuse()).isTrue();
    assertThat(order.refuse()).isFalse();

    assertThatThrownBy(() -> order.deliver(NOW)).isInstanceOf(NotOrderedException.class);
    assertThat(order.getState()).isEqualTo(State.REFUSED);
  }

  @Test
  void anAttemptInVainIsCountedAndTheOrderStaysOpen() {
    order.attempt(NOW);
    order.fail();

    assertThat(order.getState()).isEqualTo(State.OPEN);
    assertThat(order.getFailedAttempts()).isEqualTo(1);
  }
}
