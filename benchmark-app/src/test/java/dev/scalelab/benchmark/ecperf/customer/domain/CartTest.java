package dev.scalelab.benchmark.ecperf.customer.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CartTest {

  private final Cart cart = new Cart();

  @Test
  void addingAnItemAgainAddsToItsLine() {
    cart.add(7, 3);
    cart.add(9, 1);
    cart.add(7, 2);

    assertThat(cart.quantities()).containsExactly(entry(7, 5), entry(9, 1));
  }

  @Test
  void aCopyHasTheCartsNumberAndAnotherCartAnother() {
    assertThat(new Cart(cart).getNumber()).isEqualTo(cart.getNumber());
    assertThat(new Cart().getNumber()).isNotEqualTo(cart.getNumber());
  }

  @Test
  void aLineHasABound() {
    cart.add(7, Cart.MAX_QUANTITY);

    assertThatThrownBy(() -> cart.add(7, 1))
        .isInstanceOfSatisfying(
            CartFullException.class, e -> assertThat(e.getField()).isEqualTo("quantity"));
    assertThat(cart.quantities()).containsExactly(entry(7, Cart.MAX_QUANTITY));
  }

  @Test
  void theNumberOfLinesHasABoundButFullCartsStillTakeMoreOfTheSame() {
    IntStream.rangeClosed(1, Cart.MAX_LINES).forEach(item -> cart.add(item, 1));

    cart.add(1, 1);
    assertThatThrownBy(() -> cart.add(Cart.MAX_LINES + 1, 1))
        .isInstanceOfSatisfying(
            CartFullException.class, e -> assertThat(e.getField()).isEqualTo("itemId"));
  }

  @Test
  void aCopyIsIndependent() {
    cart.add(7, 3);
    Cart copy = new Cart(cart);
    cart.add(7, 1);

    assertThat(copy.quantities()).containsExactly(entry(7, 3));
  }

  @Test
  void survivesSerialization() throws IOException, ClassNotFoundException {
    cart.add(7, 3);
    var bytes = new ByteArrayOutputStream();
    try (var out = new ObjectOutputStream(bytes)) {
      out.writeObject(cart);
    }
    try (var in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      assertThat(((Cart) in.readObject()).quantities()).isEqualTo(cart.quantities());
    }
  }

  private static Map.Entry<Integer, Integer> entry(int itemId, int quantity) {
    return Map.entry(itemId, quantity);
  }
}
