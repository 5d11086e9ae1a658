package dev.scalelab.benchmark.ecperf.manufacturing.interfaces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.benchmark.ecperf.EcperfServer;
import dev.scalelab.benchmark.support.ApiClient;
import dev.scalelab.benchmark.support.ApiClient.Answer;
import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.Parallel;
import dev.scalelab.benchmark.support.Postgres;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Production lines on a real server and database, with suppliers that do not respond. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ManufacturingApiContract {

  private static final String TEN_OF_ITEM_5 = "{\"itemId\":5,\"quantity\":10}";
  private static final String WORK_ORDERS = "/api/ecperf/work-orders";

  private final EcperfServer ecperf;
  private final AppServer server;
  private final ApiClient client;

  protected ManufacturingApiContract(EcperfServer ecperf) {
    this.ecperf = ecperf;
    this.server = ecperf.server();
    this.client = server.client();
  }

  @BeforeEach
  void reset() {
    ecperf.reset();
  }

  /** After every test, the audit finds no faults. */
  @AfterEach
  void audit() {
    ecperf.consistent();
  }

  @Test
  void aWorkOrderGoesThroughThreeStationsAndIsCompleted() throws Exception {
    Answer scheduled = client.post(WORK_ORDERS + "/planned", TEN_OF_ITEM_5);

    assertThat(scheduled.status()).isEqualTo(201);
    assertThat(scheduled.json())
        .hasToString(
            "{\"completed\":false,\"itemId\":5,\"line\":\"planned\",\"quantity\":10,\"station\":0,"
                + "\"workOrderId\":1}");
    // Five parts, one to three pieces of each.
    assertThat(query("SELECT sum(opening_stock - on_hand) FROM inventory"))
        .isEqualTo(query("SELECT 10 * sum(quantity) FROM bill_of_materials WHERE assembly_id = 5"));

    assertThat(client.post(WORK_ORDERS + "/1/completion", null).status()).isEqualTo(409);
    for (int station = 1; station <= 3; station++) {
      Answer passed = client.post(WORK_ORDERS + "/1/stations/" + station, null);
      assertThat(passed.status()).isEqualTo(200);
      assertThat(passed.number("station")).isEqualTo(station);
      assertThat(client.post(WORK_ORDERS + "/1/stations/" + station, null).status()).isEqualTo(409);
    }
    assertThat(client.post(WORK_ORDERS + "/1/completion", null).json().getBoolean("completed"))
        .isTrue();

    Answer again = client.post(WORK_ORDERS + "/1/completion", null);
    assertThat(again.status()).isEqualTo(409);
    assertThat(again.text("error")).isEqualTo("work order 1: already completed");
    assertThat(query("SELECT on_hand FROM finished_goods WHERE item_id = 5")).isEqualTo("10");
    assertThat(ecperf.consistent().getJsonObject("done").getInt("workOrder")).isEqualTo(1);
  }

  @Test
  void aLargeOrderIsMadeOnTheLargeOrderLineAndLeaves() throws Exception {
    assertThat(client.post(WORK_ORDERS + "/large", null).status()).isEqualTo(204);
    int orderId = order(5, 60);
    // Domains in one database share one connection: it is a local transaction of the database.
    assertThat(
            query("SELECT o.xmin = l.xmin FROM orders o JOIN large_orders l ON l.order_id = o.id"))
        .isEqualTo("t");

    Answer scheduled = client.post(WORK_ORDERS + "/large", null);

    assertThat(scheduled.status()).isEqualTo(201);
    assertThat(scheduled.text("line")).isEqualTo("large");
    assertThat(scheduled.number("quantity")).isEqualTo(60);
    assertThat(client.post(WORK_ORDERS + "/large", null).status()).isEqualTo(204);
    finish(scheduled.number("workOrderId"));
    assertThat(query("SELECT order_id || state FROM large_orders")).isEqualTo(orderId + "SHIPPED");
    assertThat(query("SELECT sum(on_hand) FROM finished_goods")).isEqualTo("0");
    assertThat(ecperf.count("largeWorkOrders")).isEqualTo(1);
  }

  @Test
  void partsOfACancelledWorkOrderReturnToTheStore() throws Exception {
    client.post(WORK_ORDERS + "/planned", TEN_OF_ITEM_5);
    client.post(WORK_ORDERS + "/1/stations/1", null);
    assertThat(query("SELECT sum(opening_stock - on_hand) FROM inventory")).isNotEqualTo("0");

    assertThat(client.delete(WORK_ORDERS + "/1").status()).isEqualTo(204);
    assertThat(client.delete(WORK_ORDERS + "/1").status()).as("a second time").isEqualTo(204);

    assertThat(query("SELECT sum(abs(opening_stock - on_hand)) FROM inventory")).isEqualTo("0");
    assertThat(client.get(WORK_ORDERS + "/1").json().getBoolean("cancelled")).isTrue();
    Answer next = client.post(WORK_ORDERS + "/1/stations/2", null);
    assertThat(next.status()).isEqualTo(409);
    assertThat(next.text("error")).isEqualTo("work order 1: cancelled");
    assertThat(ecperf.consistent().getJsonObject("done").getInt("cancelWorkOrder")).isEqualTo(1);
    assertThat(ecperf.count("workOrdersUnderWay")).isZero();
  }

  @Test
  void whatACustomerWaitsForOrIsMadeIsNotCancelled() throws Exception {
    order(5, 60);
    int large = client.post(WORK_ORDERS + "/large", null).number("workOrderId");
    Answer refused = client.delete(WORK_ORDERS + "/" + large);
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.text("error"))
        .endsWith("made to a customer's order, and cannot be cancelled");

    int planned = client.post(WORK_ORDERS + "/planned", TEN_OF_ITEM_5).number("workOrderId");
    finish(planned);
    assertThat(client.delete(WORK_ORDERS + "/" + planned).status()).isEqualTo(409);
  }

  @Test
  void aLargeOrderThatWasLeftIsTakenUpAgain() throws Exception {
    order(5, 60);
    int workOrder = client.post(WORK_ORDERS + "/large", null).number("workOrderId");
    client.post(WORK_ORDERS + "/" + workOrder + "/stations/1", null);
    assertThat(client.post(WORK_ORDERS + "/large", null).status()).isEqualTo(204);

    ecperf.change("UPDATE large_orders SET due_at = now()");
    try (Connection connection = ecperf.postgres().connect(EcperfServer.DATABASE, Postgres.USER);
        var statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("SELECT FROM work_orders FOR UPDATE");
      // A line is working on it.
      assertThat(client.post(WORK_ORDERS + "/large", null).status()).isEqualTo(204);
      connection.rollback();
    }
    Answer again = client.post(WORK_ORDERS + "/large", null);

    assertThat(again.status()).isEqualTo(201);
    assertThat(again.number("workOrderId")).isEqualTo(workOrder);
    assertThat(again.number("station")).isZero();
    assertThat(client.post(WORK_ORDERS + "/large", null).status()).isEqualTo(204);
    // The line that had left it.
    assertThat(client.post(WORK_ORDERS + "/" + workOrder + "/stations/2", null).status())
        .isEqualTo(409);
    finish(workOrder);
    assertThat(query("SELECT state FROM large_orders")).isEqualTo("SHIPPED");
  }

  @Test
  void aLineThatIsAddedLaterIsNotMadeToOrder() throws Exception {
    int orderId = order(5, 60);
    Answer changed = client.put("/api/ecperf/orders/" + orderId, "{\"itemId\":6,\"quantity\":200}");
    assertThat(changed.json().getJsonArray("lines")).hasSize(2);

    assertThat(client.post(WORK_ORDERS + "/large", null).number("itemId")).isEqualTo(5);
    assertThat(client.post(WORK_ORDERS + "/large", null).status()).isEqualTo(204);
  }

  @Test
  void anOrdinaryOrderIsNotMadeToOrder() throws Exception {
    order(5, 49);

    assertThat(client.post(WORK_ORDERS + "/large", null).status()).isEqualTo(204);
  }

  @Test
  void eachLargeOrderIsMadeOnceHoweverManyLinesThereAre() throws Exception {
    // Items without a common part.
    for (int itemId = 10; itemId < 100; itemId += 20) {
      order(itemId, 50);
    }

    Parallel.times(20, i -> server.client().post(WORK_ORDERS + "/large", null));

    assertThat(
            query("SELECT count(DISTINCT large_order_id) || ' of ' || count(*) FROM work_orders"))
        .isEqualTo("5 of 5");
  }

  @Test
  void linesAtTheSameTimeTakeEveryPartOnce() throws Exception {
    Parallel.times(
        60,
        i ->
            assertThat(
                    server
                        .client()
                        .post(
                            WORK_ORDERS + "/planned",
                            "{\"itemId\":%d,\"quantity\":1}".formatted(1 + i % 20))
                        .status())
                .isEqualTo(201));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "POST | /work-orders/planned | {\"itemId\":101,\"quantity\":1}  | 404 | itemId",
        "POST | /work-orders/planned | {\"itemId\":1,\"quantity\":1001} | 400 | quantity",
        "POST | /work-orders/planned | {\"itemId\":1,\"quantity\":0}    | 400 | quantity",
        "POST | /work-orders/planned | {\"quantity\":1}                 | 400 | itemId",
        "GET  | /work-orders/4711    |                                  | 404 | workOrderId",
        "POST | /work-orders/4711/stations/1 |                          | 404 | workOrderId",
        "POST | /work-orders/4711/completion |                          | 404 | workOrderId",
        "DELETE | /work-orders/4711  |                                  | 404 | workOrderId",
        "GET  | /parts/201           |                                  | 404 | partId",
        "GET  | /purchase-orders/7   |                                  | 404 |",
        "POST | /purchase-orders/00000000-0000-0000-0000-000000000007/delivery | | 404 | number",
      })
  void errorsNameTheField(String method, String path, String body, int status, String field)
      throws Exception {
    Answer answer = client.send(method, "/api/ecperf" + path, body);

    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.text("error")).isNotBlank();
    assertThat(answer.text("field")).isEqualTo(field);
  }

  @Test
  void aPartNamesItsSupplier() throws Exception {
    assertThat(client.get("/api/ecperf/parts/7").json())
        .hasToString(
            "{\"name\":\"Part 7\",\"partId\":7,\"supplier\":\"Supplier 8\",\"supplierId\":8}");
  }

  /** Places an order of this number of pieces of an item, and returns its id. */
  private int order(int itemId, int pieces) throws Exception {
    ApiClient customer = server.client();
    customer.post(
        "/api/ecperf/cart/lines", "{\"itemId\":%d,\"quantity\":%d}".formatted(itemId, pieces));
    Answer placed = customer.post("/api/ecperf/orders", "{\"customerId\":12}");
    assertThat(placed.status()).isEqualTo(201);
    return placed.number("orderId");
  }

  private void finish(int workOrderId) throws Exception {
    for (int station = 1; station <= 3; station++) {
      client.post(WORK_ORDERS + "/" + workOrderId + "/stations/" + station, null);
    }
    assertThat(client.post(WORK_ORDERS + "/" + workOrderId + "/completion", null).status())
        .isEqualTo(200);
  }

  private String query(String sql) throws SQLException {
    return ecperf.query(sql);
  }
}
