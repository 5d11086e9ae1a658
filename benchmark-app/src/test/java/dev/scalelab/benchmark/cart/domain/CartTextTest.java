package dev.scalelab.benchmark.cart.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CartTextTest {

  @Test
  void aCartThatIsReadIsTheOneThatWasWritten() {
    Cart cart = new Cart();
    cart.add(7, 1024);
    cart.add(9, 0);
    cart.changedBy("app-1");

    Cart read = CartText.read(CartText.of(cart));

    assertThat(read.version()).isEqualTo(cart.version());
    assertThat(read.size()).isEqualTo(2);
    assertThat(read.bytes()).isEqualTo(1024);
    assertThat(CartText.of(read)).isEqualTo(CartText.of(cart));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?", "AAAA", "AAFhAAAAAQABYgAAAGU="})
  void anythingElseIsRefused(String text) {
    assertThatThrownBy(() -> CartText.read(text))
        .isInstanceOf(BadCartTextException.class)
        .hasMessage("state must be the text of a cart, as in the last response");
  }
}
