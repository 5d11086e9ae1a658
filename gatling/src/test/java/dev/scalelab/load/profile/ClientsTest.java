package dev.scalelab.load.profile;

import static dev.scalelab.load.profile.TransactionType.CANCEL_ORDER;
import static dev.scalelab.load.profile.TransactionType.CANCEL_WORK_ORDER;
import static dev.scalelab.load.profile.TransactionType.NEW_ORDER;
import static dev.scalelab.load.profile.TransactionType.ORDER_STATUS;
import static dev.scalelab.load.profile.TransactionType.WORK_ORDER;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientsTest {

  @ParameterizedTest(name = "{0} % of workOrder")
  @CsvSource({
    " 0, oooooooooooooooo",
    " 1, oooooooooooooooo",
    "25, oooloooloooloool",
    "37, oolooloololooloo",
    "37.5, ooloololooloolol",
    "38, ooloololooloolol",
    "50, olololololololol",
    "75, olllolllolllolll",
    "99, olllllllllllllll",
  })
  void linesAreSpreadOverThePlaces(double percent, String linesAndOrderClients) {
    int lines = hundredths(percent);
    Clients clients = Clients.of(Map.of(WORK_ORDER, lines, NEW_ORDER, 10_000 - lines));

    assertThat(
            IntStream.range(0, 16)
                .mapToObj(place -> clients.isProductionLine(place) ? "l" : "o")
                .collect(Collectors.joining()))
        .isEqualTo(linesAndOrderClients);
  }

  @ParameterizedTest(name = "{0} users, {1} % of workOrder")
  @CsvSource({
    "    8, 38,     3",
    "   16, 38,     6",
    "   80, 38,    30",
    "  100, 38,    38",
    "  192, 38,    72",
    "  240, 38,    91",
    "    8, 37.5,   3",
    "  240, 37.5,  90",
    "50000, 37.5, 18750",
    "    3, 38,     1",
    "    2, 38,     0",
    "50000, 99, 49500",
    "    7,  0,     0",
  })
  void numberOfLinesFollowsThePercentage(int users, double percent, int lines) {
    Clients clients = new Clients(hundredths(percent));

    assertThat(clients.productionLines(users)).isEqualTo(lines);
    assertThat(IntStream.range(0, users).filter(clients::isProductionLine).count())
        .isEqualTo(lines);
  }

  @ParameterizedTest(name = "{0} %")
  @CsvSource({"38, 3", "37.5, 3", "50, 2", "1, 100", "0.01, 10000", "99, 2", "34, 3", "33, 4"})
  void fewerUsersThanTheFewestHaveNoLine(double percent, int fewest) {
    Clients clients = new Clients(hundredths(percent));

    assertThat(clients.fewestWithALine()).isEqualTo(fewest);
    assertThat(clients.productionLines(fewest)).isEqualTo(1);
    assertThat(clients.productionLines(fewest - 1)).isZero();
  }

  @Test
  void orderClientsDrawFromTheRestOfTheMixInItsOwnShares() {
    Map<TransactionKind, Integer> mix =
        Map.of(WORK_ORDER, 4000, NEW_ORDER, 4500, ORDER_STATUS, 1500);

    TransactionMix orders = new TransactionMix(Clients.of(mix).mixOfTheOthers(mix), 7);

    assertThat(orders.blockSize()).isEqualTo(4);
    assertThat(IntStream.range(0, 4).mapToObj(orders::typeOf).toList())
        .containsExactlyInAnyOrder(NEW_ORDER, NEW_ORDER, NEW_ORDER, ORDER_STATUS);
  }

  @Test
  void whereAllDoTheSameAllAreAlike() {
    for (Map<TransactionKind, Integer> mix :
        List.<Map<TransactionKind, Integer>>of(
            Map.of(WORK_ORDER, 10_000), Map.of(NEW_ORDER, 10_000))) {
      assertThat(Clients.of(mix)).isEqualTo(Clients.ALIKE);
      assertThat(Clients.of(mix).mixOfTheOthers(mix)).isEqualTo(mix);
    }
  }

  private static int hundredths(double percent) {
    return (int) Math.round(percent * 100);
  }

  @Test
  void linesAlsoCancelWorkOrdersAndOrderClientsOrders() {
    Map<TransactionKind, Integer> mix =
        Map.of(NEW_ORDER, 4000, CANCEL_ORDER, 1000, WORK_ORDER, 4000, CANCEL_WORK_ORDER, 1000);
    Clients clients = Clients.of(mix);

    assertThat(clients.lines()).isEqualTo(5000);
    assertThat(clients.mixOfTheLines(mix))
        .isEqualTo(Map.of(WORK_ORDER, 4000, CANCEL_WORK_ORDER, 1000));
    assertThat(clients.mixOfTheOthers(mix)).isEqualTo(Map.of(NEW_ORDER, 4000, CANCEL_ORDER, 1000));
  }
}
