package dev.scalelab.benchmark.ecperf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.scalelab.benchmark.support.ApiClient;
import dev.scalelab.benchmark.support.ApiClient.Answer;
import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.DatasetRunner;
import dev.scalelab.benchmark.support.DomainDatabases;
import dev.scalelab.benchmark.support.DomainDatabases.Domain;
import dev.scalelab.benchmark.support.DomainDatabases.Grouping;
import dev.scalelab.benchmark.support.Emulator;
import dev.scalelab.benchmark.support.PartitionBalancer;
import dev.scalelab.benchmark.support.Ports;
import dev.scalelab.benchmark.support.Postgres;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Three servers that are partitions: customers, corporate, and the plant with manufacturing and
 * suppliers, which has a database of its own. They call each other through HAProxy.
 */
@ExtendWith(Postgres.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PartitionsIT {

  private DomainDatabases databases;
  private AppServer customer;
  private AppServer corporate;
  private AppServer plant;
  private PartitionBalancer balancer;
  private Emulator emulator;

  @BeforeAll
  void start(Postgres.Instance postgres) throws Exception {
    databases = new DomainDatabases(postgres, "partitions", Grouping.TWO_AND_TWO);
    DatasetRunner.succeed(databases.environment(), "reset");
    int port = Ports.free("127.0.0.1");
    int suppliers = Ports.free("127.0.0.1");
    customer = AppServer.start("customer-0", partition(port, Domain.CUSTOMER));
    corporate = AppServer.start("corporate-0", partition(port, Domain.CORPORATE));
    Map<String, String> ofPlant = partition(port, Domain.MANUFACTURING, Domain.SUPPLIER);
    ofPlant.put("SUPPLIER_URL", "http://127.0.0.1:" + suppliers);
    plant = AppServer.start("plant-0", ofPlant);
    balancer =
        PartitionBalancer.start(
            port, customer.awaitReady(), corporate.awaitReady(), plant.awaitReady());
    emulator =
        Emulator.start(
            suppliers,
            Map.of(
                "DELIVERY_URL", "http://127.0.0.1:%d/api/ecperf/purchase-orders".formatted(port),
                "DELIVERY_MIN_MILLIS", "0",
                "DELIVERY_MAX_MILLIS", "200"));
  }

  /** As the operator sets it: a partition's server knows of its own database only. */
  private Map<String, String> partition(int port, Domain... domains) {
    Map<String, String> all = databases.environment();
    Map<String, String> own = new HashMap<>(all);
    own.keySet()
        .removeIf(name -> name.matches("DB_(CUSTOMER|CORPORATE|MANUFACTURING|SUPPLIER)_.*"));
    own.put("DB_NAME", all.get("DB_" + domains[0] + "_NAME"));
    own.put("PARTITION", domains[0].label());
    own.put(
        "PARTITION_DOMAINS",
        Arrays.stream(domains).map(Domain::name).collect(Collectors.joining(",")));
    own.put("PARTITIONS_URL", "http://127.0.0.1:" + port);
    return own;
  }

  @AfterAll
  void stop() throws Exception {
    emulator.close();
    balancer.close();
    plant.close();
    corporate.close();
    customer.close();
  }

  @BeforeEach
  void reset() throws Exception {
    DatasetRunner.succeed(databases.environment(), "reset");
  }

  @AfterEach
  void theBooksAgree() throws Exception {
    JsonObject audit = DatasetRunner.succeed(databases.environment(), "audit");
    assertThat(audit.getBoolean("consistent")).as("%s", audit).isTrue();
  }

  @Test
  void aLargeOrderIsPlacedInOnePartitionAndMadeInTheOther() throws Exception {
    Answer placed = order(60, 5, 6);

    assertThat(placed.status()).isEqualTo(201);
    assertThat(placed.pod()).isEqualTo("customer-0");
    assertThat(large("order_id = " + placed.number("orderId"))).isEqualTo(2);
    assertThat(unpassed()).isZero();
    Answer scheduled = balancer.client().post("/api/ecperf/work-orders/large", null);
    assertThat(scheduled.status()).isEqualTo(201);
    assertThat(scheduled.pod()).isEqualTo("plant-0");
    assertThat(scheduled.number("itemId")).isEqualTo(5);
  }

  @Test
  void aNewOrderAsksTheOtherPartitionForTheTermsOfItsCustomer() throws Exception {
    int discounted = order(1, 7).number("orderId");

    // The discount of a customer is computed from its number, 12: see the corporate domain's data.
    assertThat(
            databases.number(
                Domain.CUSTOMER, "SELECT discount_percent FROM orders WHERE id = " + discounted))
        .isEqualTo(12 % 11);
    ApiClient unknown = balancer.client();
    unknown.post("/api/ecperf/cart/lines", "{\"itemId\":7,\"quantity\":1}");
    Answer refused = unknown.post("/api/ecperf/orders", "{\"customerId\":999999}");
    assertThat(refused.status()).as("the exception of the other partition").isEqualTo(404);
    assertThat(refused.text("field")).isEqualTo("customerId");
  }

  @Test
  void thePlantAsksTheOtherPartitionForTheSuppliersOfItsParts() throws Exception {
    for (int item = 1; ordered("true") == 0; item++) {
      assertThat(item).as("items until stock is low").isLessThan(100);
      ApiClient line = balancer.client();
      line.post(
          "/api/ecperf/work-orders/planned", "{\"itemId\":%d,\"quantity\":10}".formatted(item));
      line.post(
          "/api/ecperf/work-orders/planned", "{\"itemId\":%d,\"quantity\":10}".formatted(item));
    }

    await()
        .alias("suppliers deliver through the balancer")
        .atMost(Duration.ofSeconds(60))
        .until(() -> ordered("state <> 'DELIVERED'") == 0);
  }

  @Test
  void anOrderIsNeitherLostNorMadeTwiceIfThePlantIsAway() throws Exception {
    plant.kill();
    Answer placed = order(60, 7);
    assertThat(placed.status()).as("customers are not turned away").isEqualTo(201);
    assertThat(unpassed()).isEqualTo(1);

    plant = plant.restart().awaitReady();
    balancer = movedTo(plant);
    await().atMost(Duration.ofSeconds(60)).until(() -> unpassed() == 0);
    assertThat(large("order_id = " + placed.number("orderId"))).isEqualTo(1);
  }

  @Test
  void anOrderThatWasAcceptedWithoutAnAnswerIsNotMadeTwice() throws Exception {
    int orderId = order(60, 8).number("orderId");
    databases.change(
        Domain.CUSTOMER, "INSERT INTO unpassed_orders VALUES (%d, now())".formatted(orderId));

    await().atMost(Duration.ofSeconds(60)).until(() -> unpassed() == 0);
    assertThat(large("order_id = " + orderId)).isEqualTo(1);
  }

  @Test
  void aServerRefusesRequestsOfDomainsThatItDoesNotHave() throws Exception {
    Answer misdirected = customer.client().get("/api/ecperf/work-orders/1");

    assertThat(misdirected.status()).isEqualTo(421);
    assertThat(misdirected.text("error")).contains("MANUFACTURING");
    assertThat(plant.client().get("/api/ecperf/orders/1").status()).isEqualTo(421);
    assertThat(customer.client().get("/api/ecperf/orders/1").status()).isEqualTo(200);
    assertThat(corporate.client().get("/api/ecperf/parts/1").status()).isEqualTo(200);
  }

  /** A restarted server listens on other ports here, unlike a pod. */
  private PartitionBalancer movedTo(AppServer restarted) throws Exception {
    int port = balancer.port();
    balancer.close();
    return PartitionBalancer.start(port, customer, corporate, restarted);
  }

  private Answer order(int pieces, int... items) throws IOException {
    ApiClient client = balancer.client();
    for (int item : items) {
      client.post(
          "/api/ecperf/cart/lines", "{\"itemId\":%d,\"quantity\":%d}".formatted(item, pieces));
    }
    return client.post("/api/ecperf/orders", "{\"customerId\":12}");
  }

  private int large(String condition) throws Exception {
    return databases.number(
        Domain.MANUFACTURING, "SELECT count(*) FROM large_orders WHERE " + condition);
  }

  private int unpassed() throws Exception {
    return databases.number(Domain.CUSTOMER, "SELECT count(*) FROM unpassed_orders");
  }

  private int ordered(String condition) throws Exception {
    return databases.number(
        Domain.SUPPLIER, "SELECT count(*) FROM purchase_orders WHERE " + condition);
  }
}
