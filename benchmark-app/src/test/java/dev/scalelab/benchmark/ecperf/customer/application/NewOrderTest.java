package dev.scalelab.benchmark.ecperf.customer.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.scalelab.benchmark.ecperf.customer.domain.Cart;
import dev.scalelab.benchmark.ecperf.customer.domain.EmptyCartException;
import dev.scalelab.benchmark.ecperf.customer.domain.Order;
import dev.scalelab.benchmark.ecperf.domain.UnknownIdException;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.LargeOrder;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.LargeOrder.State;
import org.junit.jupiter.api.Test;

class NewOrderTest {

  private final InMemory store = new InMemory();
  private final NewOrder newOrder = store.newOrder();
  private final Cart cart = new Cart();

  @Test
  void theCartBecomesAnOrder() {
    cart.add(5, 2);
    cart.add(4, 1);

    Order order = newOrder.place(2, cart);

    assertThat(store.placed).containsExactly(order);
    assertThat(order.getCustomerId()).isEqualTo(2);
    assertThat(order.getLines()).containsOnlyKeys(4, 5);
    assertThat(order.getTotal()).isEqualByComparingTo("14");
  }

  @Test
  void anEmptyCartIsRefusedBeforeAnythingIsAsked() {
    assertThatThrownBy(() -> newOrder.place(99, cart)).isInstanceOf(EmptyCartException.class);
  }

  @Test
  void anUnknownCustomerIsNamed() {
    cart.add(5, 2);

    assertThatThrownBy(() -> newOrder.place(99, cart))
        .isInstanceOf(UnknownIdException.class)
        .hasMessage("there is no customer 99");
    assertThat(store.placed).isEmpty();
  }

  @Test
  void anItemThatIsGoneIsNamed() {
    cart.add(5, 2);
    cart.add(77, 1);

    assertThatThrownBy(() -> newOrder.place(1, cart))
        .isInstanceOf(UnknownIdException.class)
        .hasMessage("there is no item 77");
    assertThat(store.placed).isEmpty();
  }

  @Test
  void eachLineOfALargeOrderGoesToTheLargeOrderLine() {
    cart.add(5, 12);
    cart.add(4, 8);

    Order order = newOrder.place(2, cart);

    assertThat(order.isLarge()).isTrue();
    assertThat(order.getLargeLines()).isEqualTo(2);
    assertThat(order.getLines().get(5).getMadeToOrder()).isEqualTo(12);
    assertThat(order.getLines().get(4).getMadeToOrder()).isEqualTo(8);
    assertThat(store.passedOn)
        .extracting(LargeOrder::getOrderId, LargeOrder::getItemId, LargeOrder::getQuantity)
        .containsExactlyInAnyOrder(tuple(order.getId(), 5, 12), tuple(order.getId(), 4, 8));
    assertThat(store.passedOn).extracting(LargeOrder::getState).containsOnly(State.WAITING);
  }

  @Test
  void anOrderOfOnePieceLessIsNotLarge() {
    cart.add(5, 19);

    Order order = newOrder.place(2, cart);

    assertThat(order.isLarge()).isFalse();
    assertThat(order.getLines().get(5).getMadeToOrder()).isZero();
    assertThat(store.passedOn).isEmpty();
  }
}
