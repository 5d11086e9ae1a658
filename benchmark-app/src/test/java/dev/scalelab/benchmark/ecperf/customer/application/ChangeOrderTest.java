package dev.scalelab.benchmark.ecperf.customer.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.scalelab.benchmark.ecperf.customer.domain.Cart;
import dev.scalelab.benchmark.ecperf.customer.domain.Order;
import dev.scalelab.benchmark.ecperf.domain.UnknownIdException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ChangeOrderTest {

  private final InMemory store = new InMemory();
  private final ChangeOrder changeOrder = new ChangeOrder(store.orders, store.items);

  @BeforeEach
  void placeOrderZero() {
    Cart cart = new Cart();
    cart.add(5, 2);
    store.newOrder().place(1, cart);
  }

  @Test
  void replacesTheQuantityOfALine() {
    Order order = changeOrder.change(0, 5, 7);

    assertThat(order.getLines().get(5).getQuantity()).isEqualTo(7);
    assertThat(order.getTotal()).isEqualByComparingTo("35");
    assertThat(order.getChanges()).isEqualTo(1);
  }

  @Test
  void addsALine() {
    assertThat(changeOrder.change(0, 6, 1).getLines()).containsOnlyKeys(5, 6);
  }

  @Test
  void anUnknownOrderOrItemIsNamed() {
    assertThatThrownBy(() -> changeOrder.change(4711, 5, 1))
        .isInstanceOf(UnknownIdException.class)
        .hasMessage("there is no order 4711");
    assertThatThrownBy(() -> changeOrder.change(0, 77, 1))
        .isInstanceOf(UnknownIdException.class)
        .hasMessage("there is no item 77");
  }
}
