package dev.scalelab.benchmark.ecperf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.benchmark.support.ApiClient;
import dev.scalelab.benchmark.support.ApiClient.Answer;
import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.DatasetRunner;
import dev.scalelab.benchmark.support.DomainDatabases;
import dev.scalelab.benchmark.support.DomainDatabases.Domain;
import dev.scalelab.benchmark.support.DomainDatabases.Grouping;
import dev.scalelab.benchmark.support.Postgres;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** A server whose domains call each other by their remote interfaces, with copies. */
@Tag("nightly")
@ExtendWith(Postgres.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CallsByValueIT {

  private DomainDatabases databases;
  private AppServer server;

  @BeforeAll
  void start(Postgres.Instance postgres) throws Exception {
    databases = new DomainDatabases(postgres, "by_value", Grouping.ALL_IN_ONE);
    DatasetRunner.succeed(databases.environment(), "reset");
    Map<String, String> environment = databases.environment();
    environment.put("CALLS_BY_VALUE", "true");
    server = AppServer.start("by-value-0", environment).awaitReady();
  }

  @AfterAll
  void stop() throws Exception {
    server.close();
  }

  @Test
  void theServerReportsThatItsCallsAreByValue() throws Exception {
    assertThat(server.management("/metrics").body().lines())
        .filteredOn(line -> line.startsWith("scalelab_setting{"))
        .filteredOn(line -> line.contains("setting=\"callsByValue\""))
        .singleElement()
        .satisfies(line -> assertThat(line).endsWith(" 1.0"));
  }

  /** Also by value the call is part of the caller's transaction. */
  @Test
  void aLargeOrderIsPassedOnInItsTransaction() throws Exception {
    int orderId = order(12).number("orderId");

    assertThat(
            databases.number(
                Domain.MANUFACTURING,
                "SELECT count(*) FROM large_orders l JOIN orders o ON o.id = l.order_id AND o.xmin = l.xmin"
                    + " WHERE o.id = "
                    + orderId))
        .as("rows of the same transaction")
        .isEqualTo(1);
  }

  @Test
  void anExceptionOfAnotherDomainArrivesAsItIs() throws Exception {
    Answer refused = order(999_999);

    assertThat(refused.status()).isEqualTo(404);
    assertThat(refused.text("field")).isEqualTo("customerId");
  }

  private Answer order(int customer) throws Exception {
    ApiClient client = server.client();
    client.post("/api/ecperf/cart/lines", "{\"itemId\":7,\"quantity\":60}");
    return client.post("/api/ecperf/orders", "{\"customerId\":%d}".formatted(customer));
  }
}
