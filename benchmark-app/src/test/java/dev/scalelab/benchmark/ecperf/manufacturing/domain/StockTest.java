package dev.scalelab.benchmark.ecperf.manufacturing.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StockTest {

  private final Stock stock = new Stock(7, 250, 200, 400);

  @ParameterizedTest
  @CsvSource({"50, 0", "51, 400", "450, 400", "451, 800", "850, 800", "1000, 1200"})
  void wholeLotsAreOrderedSoThatTheReorderLevelIsLeft(int wanted, int ordered) {
    assertThat(stock.reorderFor(wanted)).isEqualTo(ordered);
    assertThat(stock.getOnOrder()).isEqualTo(ordered);
  }

  @Test
  void whatIsOnOrderIsNotOrderedAgain() {
    stock.take(100);

    assertThat(stock.reorderFor(0)).isEqualTo(400);
    assertThat(stock.reorderFor(0)).isZero();
    assertThat(stock.getOnHand()).isEqualTo(150);
  }

  @Test
  void aDeliveryIsInTheStoreAndNoMoreOnOrder() {
    stock.reorderFor(100);
    stock.receive(400);

    assertThat(stock.getOnHand()).isEqualTo(650);
    assertThat(stock.getOnOrder()).isZero();
  }

  @Test
  void whatWillNotComeIsOrderedAgain() {
    stock.reorderFor(100);
    stock.giveUp(400);

    assertThat(stock.getOnHand()).isEqualTo(250);
    assertThat(stock.reorderFor(100)).isEqualTo(400);
  }

  @Test
  void noMoreIsTakenThanThereIs() {
    assertThat(stock.has(250)).isTrue();
    assertThat(stock.has(251)).isFalse();
    assertThatThrownBy(() -> stock.take(251)).isInstanceOf(IllegalArgumentException.class);
    assertThat(stock.getOnHand()).isEqualTo(250);
  }
}
