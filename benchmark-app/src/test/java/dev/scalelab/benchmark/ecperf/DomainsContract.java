package dev.scalelab.benchmark.ecperf;

import static dev.scalelab.benchmark.ecperf.EcperfCluster.order;
import static dev.scalelab.benchmark.ecperf.EcperfCluster.placed;
import static dev.scalelab.benchmark.ecperf.EcperfCluster.work;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.scalelab.benchmark.support.ApiClient.Answer;
import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.DomainDatabases;
import dev.scalelab.benchmark.support.DomainDatabases.Domain;
import dev.scalelab.benchmark.support.DomainDatabases.Grouping;
import dev.scalelab.benchmark.support.Parallel;
import dev.scalelab.benchmark.support.Postgres;
import jakarta.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Actions of customers, production lines and suppliers on two servers, for any grouping of the
 * domains into databases.
 */
@ExtendWith(Postgres.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DomainsContract {

  private final Grouping grouping;
  private final Map<String, String> settings;
  EcperfCluster ecperf;
  DomainDatabases databases;

  DomainsContract(Grouping grouping, Map<String, String> settings) {
    this.grouping = grouping;
    this.settings = settings;
  }

  @BeforeAll
  void start(Postgres.Instance postgres) throws Exception {
    ecperf = EcperfCluster.start(postgres, grouping, settings);
    databases = ecperf.databases();
  }

  @AfterAll
  void stop() throws Exception {
    ecperf.close();
  }

  @BeforeEach
  void reset() throws Exception {
    ecperf.reset();
  }

  /** After every test, suppliers deliver all ordered parts, and the audit finds no faults. */
  @AfterEach
  void theBooksAgree() throws Exception {
    await().atMost(Duration.ofSeconds(60)).until(() -> undelivered() + databases.inDoubt() == 0);
    ecperf.consistent();
  }

  private int undelivered() throws Exception {
    return databases.number(
        Domain.SUPPLIER, "SELECT count(*) FROM purchase_orders WHERE state <> 'DELIVERED'");
  }

  @Test
  void aLargeOrderOfOneServerIsMadeByBoth() throws Exception {
    int orderId = placed(ecperf.a(), 60, 5, 6);
    assertThat(
            databases.number(
                Domain.CUSTOMER, "SELECT large_lines FROM orders WHERE id = " + orderId))
        .isEqualTo(2);

    for (int item = 5; item <= 6; item++) {
      Answer scheduled = work(ecperf.b(), "large", null);
      assertThat(scheduled.status()).isEqualTo(201);
      assertThat(scheduled.number("itemId")).isEqualTo(item);
      int id = scheduled.number("workOrderId");
      for (int station = 1; station <= 3; station++) {
        assertThat(work(ecperf.server(station), id + "/stations/" + station, null).status())
            .isEqualTo(200);
      }
      assertThat(work(ecperf.a(), id + "/completion", null).status()).isEqualTo(200);
      assertThat(work(ecperf.b(), id + "/completion", null).status()).isEqualTo(409);
    }

    assertThat(work(ecperf.a(), "large", null).status()).isEqualTo(204);
    assertThat(
            databases.query(
                Domain.MANUFACTURING,
                "SELECT string_agg(order_id || state, ' ') FROM large_orders"))
        .isEqualTo("%1$dSHIPPED %1$dSHIPPED".formatted(orderId));
    JsonObject audit = ecperf.consistent();
    assertThat(audit.getJsonObject("done"))
        .hasToString("{\"newOrder\":1,\"changeOrder\":0,\"workOrder\":2}");
    assertThat(audit.getJsonObject("counts").getInt("largeWorkOrders")).isEqualTo(2);
  }

  @Test
  void eachLargeOrderIsMadeOnceHoweverManyServersLookForOne() throws Exception {
    // Items without a common part.
    for (int item = 10; item < 100; item += 20) {
      placed(ecperf.server(item / 10), 50, item);
    }

    ConcurrentLinkedQueue<Integer> answers = new ConcurrentLinkedQueue<>();
    Parallel.times(20, i -> answers.add(work(ecperf.server(i), "large", null).status()));

    assertThat(answers).containsOnly(201, 204).filteredOn(status -> status == 201).hasSize(5);
    assertThat(
            databases.query(
                Domain.MANUFACTURING,
                "SELECT count(DISTINCT large_order_id) || ' of ' || count(*) FROM work_orders"))
        .isEqualTo("5 of 5");
  }

  @Test
  void linesOfBothServersTakeEveryPartOnce() throws Exception {
    Parallel.times(
        60,
        i -> {
          String one = "{\"itemId\":%d,\"quantity\":1}".formatted(1 + i / 2 % 15);
          assertThat(work(ecperf.server(i), "planned", one).status()).isEqualTo(201);
        });

    assertThat(databases.number(Domain.MANUFACTURING, "SELECT count(*) FROM work_orders"))
        .isEqualTo(60);
  }

  /** Both servers look for orders to send; the supplier gets each order once. */
  @Test
  void lowStockIsOrderedOnceAndDeliveredToTheOtherServer() throws Exception {
    int acceptedBefore = ecperf.emulator().counts().getInt("accepted");
    for (int item = 1; item <= 10; item++) {
      String many = "{\"itemId\":%d,\"quantity\":100}".formatted(item);
      assertThat(work(ecperf.server(item), "planned", many).status()).isIn(201, 409);
    }
    int ordered = databases.number(Domain.SUPPLIER, "SELECT count(*) FROM purchase_orders");
    assertThat(ordered).isGreaterThan(5);

    await().atMost(Duration.ofSeconds(60)).until(() -> undelivered() == 0);

    JsonObject counts = ecperf.emulator().counts();
    assertThat(counts.getInt("accepted") - acceptedBefore).isEqualTo(ordered);
    assertThat(counts.getInt("repeated")).isZero();
    assertThat(databases.number(Domain.MANUFACTURING, "SELECT sum(on_order) FROM inventory"))
        .isZero();
  }

  @Test
  void whatFailsInOneDomainIsUndoneInTheOthers() throws Exception {
    int before = databases.number(Domain.CUSTOMER, "SELECT count(*) FROM orders");
    databases.change(
        Domain.MANUFACTURING,
        "ALTER TABLE large_orders ADD CONSTRAINT closed CHECK (quantity < 60) NOT VALID");
    for (AppServer server : ecperf.servers()) {
      assertThat(order(server, 60, 5).status()).isEqualTo(500);
    }

    assertThat(databases.number(Domain.CUSTOMER, "SELECT count(*) FROM orders")).isEqualTo(before);
  }

  @Test
  void onlyTheDatabasesThatThereAreHavePools() throws Exception {
    List<String> pools =
        grouping == Grouping.ALL_IN_ONE
            ? List.of("main")
            : Stream.concat(
                    grouping.firsts().stream().map(Domain::label), Stream.of("transactions"))
                .toList();
    for (AppServer server : ecperf.servers()) {
      assertThat(server.management("/metrics").body().lines())
          .filteredOn(line -> line.startsWith("datasources_pool_available_count"))
          .hasSize(pools.size())
          .allMatch(
              line -> pools.stream().anyMatch(pool -> line.contains("name=\"" + pool + "\"")));
    }
  }
}
