package dev.scalelab.load.settings;

import static dev.scalelab.load.settings.Environments.violations;
import static dev.scalelab.load.settings.Environments.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.load.profile.Clients;
import dev.scalelab.load.profile.LargeOrders;
import dev.scalelab.load.profile.Pacing;
import dev.scalelab.load.profile.TransactionKind;
import dev.scalelab.load.profile.TransactionMix;
import dev.scalelab.load.profile.TransactionType;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Large orders, production lines, and the pacing of users in the closed model. */
class EcperfSettingsTest {

  @Test
  void byDefaultThereAreNeitherLargeOrdersNorPacing() throws InvalidSettingsException {
    Settings settings = SettingsReader.read(Environments.REQUIRED);

    assertThat(settings.workload().sizes().largeOrders()).isEqualTo(new LargeOrders(0, 100));
    assertThat(settings.users().pacing()).isEqualTo(Pacing.NONE);
  }

  @Test
  void aProductionLineAsksForALargeOrderOnlyWhereThereAreSome() throws InvalidSettingsException {
    Map<String, String> environment = with("MIX", "newOrder=62,workOrder=38");
    environment.put("REQUEST_TIMEOUT_MILLIS", "1000");

    Settings planned = SettingsReader.read(environment);
    environment.put("LARGE_ORDER_PERCENT", "10");
    environment.put("LARGE_ORDER_PIECES", "30000");
    Settings large = SettingsReader.read(environment);

    assertThat(planned.workload().sizes().requestsOf(TransactionType.WORK_ORDER)).isEqualTo(5);
    assertThat(planned.longestTransaction()).isEqualTo(Duration.ofMillis(5 * 1333));
    assertThat(large.workload().sizes().largeOrders()).isEqualTo(new LargeOrders(10, 30_000));
    assertThat(large.workload().sizes().requestsOf(TransactionType.WORK_ORDER)).isEqualTo(6);
    assertThat(large.longestTransaction()).isEqualTo(Duration.ofMillis(6 * 1333));
  }

  @Test
  void usersAreOfTwoKindsAndArrivalsAreNot() throws InvalidSettingsException {
    Map<String, String> environment = with("MIX", "newOrder=62,workOrder=38");
    assertThat(SettingsReader.read(environment).clients()).isEqualTo(Clients.ALIKE);
    assertThat(SettingsReader.read(environment).transactionMix().blockSize()).isEqualTo(50);

    environment.remove("RATES");
    environment.put("USERS", "8");
    environment.put("PACING_MILLIS", "5000");
    Settings settings = SettingsReader.read(environment);

    assertThat(settings.clients()).isEqualTo(new Clients(3800));
    assertThat(settings.transactionMix().blockSize()).as("new orders only").isEqualTo(1);
    assertThat(settings.workload().transactions())
        .containsExactly(TransactionType.NEW_ORDER, TransactionType.WORK_ORDER);
    assertThat(settings.users().pacing()).isEqualTo(new Pacing(5000));
  }

  @Test
  void ecperfsOwnMixIsExactInEverySixteenTransactionsAndForOrderClientsInEveryTen()
      throws InvalidSettingsException {
    Map<String, String> environment =
        with(
            "MIX",
            "newOrder=31.25,changeOrder=12.5,orderStatus=12.5,customerStatus=6.25,workOrder=37.5");
    assertThat(SettingsReader.read(environment).transactionMix().blockSize()).isEqualTo(16);

    environment.remove("RATES");
    environment.put("USERS", "8");
    Settings settings = SettingsReader.read(environment);

    assertThat(settings.clients().productionLines(8)).isEqualTo(3);
    TransactionMix orders = settings.transactionMix();
    assertThat(orders.blockSize()).isEqualTo(10);
    assertThat(
            LongStream.range(0, 10)
                .mapToObj(orders::typeOf)
                .collect(Collectors.groupingBy(TransactionKind::label, Collectors.counting())))
        .isEqualTo(
            Map.of("newOrder", 5L, "changeOrder", 2L, "orderStatus", 2L, "customerStatus", 1L));
  }

  @ParameterizedTest(name = "{0} % with {2} items: {1} pieces")
  @CsvSource(
      delimiter = '|',
      value = {
        " 10 | 30001 | 3 | must be at most 30000, the maximum for ITEMS_PER_ORDER, 3",
        "100 | 10001 | 1 | must be at most 10000, the maximum for ITEMS_PER_ORDER, 1",
        " 10 |     3 | 3 | must be more than ITEMS_PER_ORDER, 3, so that other orders are not large",
        " 10 |     4 | 3 | ",
        "100 |     1 | 3 | ",
        "  0 |     1 | 3 | ",
        "  0 | 30001 | 3 | ",
      })
  void largeOrdersArePossibleAndDistinguishableFromOthers(
      String percent, String pieces, String items, String rule) {
    Map<String, String> environment = with("LARGE_ORDER_PERCENT", percent);
    environment.put("LARGE_ORDER_PIECES", pieces);
    environment.put("ITEMS_PER_ORDER", items);

    if (rule == null) {
      assertThat(violations(environment)).isEmpty();
    } else {
      assertThat(violations(environment))
          .containsExactly("LARGE_ORDER_PIECES: %s (it is '%s')".formatted(rule, pieces));
    }
  }

  @Test
  void largeOrdersAndPacingAreEcperfs() {
    Map<String, String> environment = with("WORKLOAD", "bookstore");
    environment.put("LARGE_ORDER_PERCENT", "5");
    environment.put("PACING_MILLIS", "1000");

    assertThat(violations(environment))
        .containsExactly(
            "LARGE_ORDER_PERCENT: must be 0: only ecperf has large orders (it is '5')",
            "PACING_MILLIS: must be 0: only users of ecperf have a pacing (it is '1000')");
  }

  @Test
  void arrivalsHaveNoPacing() {
    assertThat(violations(with("PACING_MILLIS", "1000")))
        .containsExactly("PACING_MILLIS: must be 0: it requires USERS (it is '1000')");
  }

  @Test
  void everyStepMustHaveAProductionLine() {
    Map<String, String> environment = with("MIX", "newOrder=62,workOrder=38");
    environment.remove("RATES");
    environment.put("USERS", "2,3,80");

    assertThat(violations(environment))
        .containsExactly(
            "USERS: every step must have at least 3 users, so that one is a production line: MIX"
                + " has 38 % workOrder (it is '2')");
    environment.put("MIX", "newOrder=62.5,workOrder=37.5");
    assertThat(violations(environment)).singleElement().asString().contains("has 37.5 % workOrder");
    environment.put("MIX", "newOrder=100,workOrder=0");
    assertThat(violations(environment)).isEmpty();
    environment.put("MIX", "workOrder=100");
    assertThat(violations(environment)).isEmpty();
  }
}
