package dev.scalelab.benchmark.bookstore.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShopperTest {
  private final Shopper shopper = new Shopper();

  @Test
  void theBasketCountsCopiesAndLosesAllOfABookAtOnce() {
    shopper.put(7);
    shopper.put(7);
    shopper.put(3);

    assertThat(shopper.basket()).containsExactly(Map.entry(7, 2), Map.entry(3, 1));
    assertThat(shopper.copies()).isEqualTo(3);
    shopper.takeOut(7);
    assertThat(shopper.copies()).isEqualTo(1);
    assertThat(shopper.changes()).isEqualTo(4);
    assertThatThrownBy(() -> shopper.takeOut(7))
        .isInstanceOf(UnknownIdException.class)
        .hasMessage("there is no book 7 in the basket");
  }

  @Test
  void aFullBasketIsLeftAsItIs() {
    IntStream.rangeClosed(1, Shopper.MAX_BOOKS).forEach(shopper::put);

    assertThatThrownBy(() -> shopper.put(1)).isInstanceOf(BasketFullException.class);
    assertThat(shopper.copies()).isEqualTo(Shopper.MAX_BOOKS);
  }

  @Test
  void eachBasketHasANumberFromItsFirstBookOn() {
    assertThat(shopper.basketNumber()).isNull();
    shopper.put(7);
    UUID first = shopper.basketNumber();
    shopper.put(8);
    shopper.takeOut(7);
    assertThat(first).isNotNull();
    assertThat(shopper.basketNumber()).isEqualTo(first);

    shopper.takeOut(8);
    shopper.put(7);
    assertThat(shopper.basketNumber()).as("of another basket").isNotNull().isNotEqualTo(first);
  }

  @Test
  void theLatestTenBooksAreRememberedEachOnce() {
    IntStream.rangeClosed(1, 12).forEach(shopper::lookAt);
    shopper.lookAt(5);

    assertThat(shopper.lookedAt()).containsExactly(3, 4, 6, 7, 8, 9, 10, 11, 12, 5);
  }

  @Test
  void noReaderIsLoggedInAtFirst() {
    assertThatThrownBy(shopper::readerId).isInstanceOf(NotLoggedInException.class);
    shopper.logIn(4);
    assertThat(shopper.readerId()).isEqualTo(4);
  }

  @Test
  void aCopyIsIndependentAndSurvivesSerialization() throws Exception {
    shopper.logIn(4);
    shopper.put(7);
    shopper.lookAt(7);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(new Shopper(shopper));
    }
    shopper.put(8);

    Shopper copy =
        (Shopper) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();

    assertThat(copy.changes()).isEqualTo(3);
    assertThat(copy.readerId()).isEqualTo(4);
    assertThat(copy.basket()).containsExactly(Map.entry(7, 1));
    assertThat(copy.basketNumber()).isNotNull().isEqualTo(shopper.basketNumber());
    assertThat(copy.lookedAt()).containsExactly(7);
  }
}
