package dev.scalelab.benchmark.cart.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class CartTest {

  @Test
  void countsItsChangesAndItsBytes() {
    Cart cart = new Cart();
    cart.add(7, 1000);
    cart.add(7, 24);

    assertThat(cart.changes()).isEqualTo(2);
    assertThat(cart.size()).isEqualTo(2);
    assertThat(cart.bytes()).isEqualTo(1024);
  }

  @Test
  void aCopyDoesNotChangeWithIt() {
    Cart cart = new Cart();
    cart.add(1, 10);
    Cart copy = new Cart(cart);
    cart.add(2, 10);

    assertThat(copy.changes()).isEqualTo(1);
    assertThat(copy.bytes()).isEqualTo(10);
  }

  @Test
  void oneProductMoreThanItHoldsIsRefusedAndChangesNothing() {
    Cart cart = new Cart();
    for (int i = 1; i <= Cart.MAX_PRODUCTS; i++) {
      cart.add(i, 1);
    }

    assertThatThrownBy(() -> cart.add(1, 1))
        .isInstanceOfSatisfying(
            CartFullException.class, e -> assertThat(e.changes()).isEqualTo(100))
        .hasMessage("the cart holds at most 100 products");
    assertThat(cart.changes()).isEqualTo(100);
  }
}
