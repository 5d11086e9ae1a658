package dev.scalelab.benchmark.ecperf.customer.interfaces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.benchmark.ecperf.EcperfServer;
import dev.scalelab.benchmark.support.ApiClient;
import dev.scalelab.benchmark.support.ApiClient.Answer;
import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.Parallel;
import jakarta.json.JsonObject;
import java.math.BigDecimal;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The HTTP API on a real server and database. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class CustomerApiContract {

  private final EcperfServer ecperf;
  private final AppServer server;

  protected CustomerApiContract(EcperfServer ecperf) {
    this.ecperf = ecperf;
    this.server = ecperf.server();
  }

  @BeforeAll
  void reset() {
    ecperf.reset();
  }

  @Test
  void theCartBelongsToTheSession() throws Exception {
    ApiClient ada = server.client();
    ApiClient bob = server.client();
    ada.post("/api/ecperf/cart/lines", line(7, 3));
    Answer two = ada.post("/api/ecperf/cart/lines", line(9, 1));

    assertThat(two.status()).isEqualTo(200);
    assertThat(two.number("lines")).isEqualTo(2);
    assertThat(ada.get("/api/ecperf/cart").json()).isEqualTo(two.json());
    assertThat(bob.get("/api/ecperf/cart").number("lines")).isZero();
  }

  @Test
  void aDroppedCartIsEmpty() throws Exception {
    ApiClient client = server.client();
    client.post("/api/ecperf/cart/lines", line(7, 3));

    assertThat(client.delete("/api/ecperf/cart").status()).isEqualTo(204);
    assertThat(client.get("/api/ecperf/cart").number("lines")).isZero();
  }

  @Test
  void theCartBecomesAnOrderAndTheSessionEnds() throws Exception {
    ApiClient client = server.client();
    client.post("/api/ecperf/cart/lines", line(7, 3));
    client.post("/api/ecperf/cart/lines", line(9, 1));

    Answer placed = client.post("/api/ecperf/orders", "{\"customerId\":12}");

    assertThat(placed.status()).isEqualTo(201);
    // Scale 1 has 750 initial orders.
    assertThat(placed.number("orderId")).isGreaterThan(750);
    JsonObject order = client.get("/api/ecperf/orders/" + placed.number("orderId")).json();
    assertThat(order).isEqualTo(placed.json());
    assertThat(order.getJsonArray("lines")).hasSize(2);
    assertThat(total(order)).isEqualByComparingTo(order.getJsonNumber("total").toString());
    assertThat(client.get("/api/ecperf/cart").number("lines")).isZero();
  }

  /**
   * As if a proxy repeats a request. In some of the rounds the session ends just before another
   * request reads its cart.
   */
  @Test
  void aCartIsOneOrderHoweverOftenItIsPlaced() throws Exception {
    int rounds = 60;
    int before = newOrders();

    for (int round = 0; round < rounds; round++) {
      ApiClient client = server.client();
      client.post("/api/ecperf/cart/lines", line(7, 3));
      ConcurrentLinkedQueue<Integer> answers = new ConcurrentLinkedQueue<>();
      Parallel.times(
          8,
          i ->
              answers.add(
                  client
                      .movedTo(server)
                      .post("/api/ecperf/orders", "{\"customerId\":12}")
                      .status()));
      assertThat(answers).containsOnly(201, 409).filteredOn(status -> status == 201).hasSize(1);
    }

    assertThat(newOrders()).isEqualTo(before + rounds);
  }

  private int newOrders() {
    return ecperf.consistent().getJsonObject("done").getInt("newOrder");
  }

  @Test
  void anEmptyCartIsAConflict() throws Exception {
    Answer answer = server.client().post("/api/ecperf/orders", "{\"customerId\":12}");

    assertThat(answer.status()).isEqualTo(409);
    assertThat(answer.text("error")).isEqualTo("the cart is empty");
  }

  @Test
  void anUnknownCustomerLeavesTheCartAsItWas() throws Exception {
    ApiClient client = server.client();
    client.post("/api/ecperf/cart/lines", line(7, 3));
    Answer answer = client.post("/api/ecperf/orders", "{\"customerId\":151}");

    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.text("field")).isEqualTo("customerId");
    assertThat(client.get("/api/ecperf/cart").number("lines")).isEqualTo(1);
  }

  @Test
  void changingAnOrderReplacesOrAddsALine() throws Exception {
    ApiClient client = server.client();
    int present =
        client
            .get("/api/ecperf/orders/20")
            .json()
            .getJsonArray("lines")
            .getJsonObject(0)
            .getInt("itemId");

    Answer replaced = client.put("/api/ecperf/orders/20", line(present, 500));
    assertThat(replaced.status()).isEqualTo(200);
    assertThat(replaced.json().getJsonArray("lines")).hasSize(1);
    assertThat(replaced.number("changes")).isEqualTo(1);

    Answer added = client.put("/api/ecperf/orders/20", line(present + 1, 1));
    assertThat(added.json().getJsonArray("lines")).hasSize(2);
    assertThat(total(added.json()))
        .isEqualByComparingTo(added.json().getJsonNumber("total").toString());
    assertThat(client.get("/api/ecperf/orders/20").json()).isEqualTo(added.json());
  }

  @Test
  void concurrentChangesOfAnOrderAreAllKept() throws Exception {
    Parallel.times(
        40,
        i ->
            assertThat(server.client().put("/api/ecperf/orders/30", line(1 + i, i + 1)).status())
                .isEqualTo(200));

    Answer order = server.client().get("/api/ecperf/orders/30");
    assertThat(order.number("changes")).isEqualTo(40);
    assertThat(total(order.json()))
        .isEqualByComparingTo(order.json().getJsonNumber("total").toString());
    ecperf.consistent();
  }

  @Test
  void aCancelledOrderIsShownAndNotChangedAnyMore() throws Exception {
    int before = newOrders();
    ApiClient client = server.client();
    client.post("/api/ecperf/cart/lines", line(7, 3));
    String order =
        "/api/ecperf/orders/"
            + client.post("/api/ecperf/orders", "{\"customerId\":12}").number("orderId");

    assertThat(client.delete(order).status()).isEqualTo(204);

    assertThat(client.get(order).json().getBoolean("cancelled")).isTrue();
    Answer changed = client.put(order, line(7, 4));
    assertThat(changed.status()).isEqualTo(409);
    assertThat(changed.text("error")).endsWith(" is cancelled");
    assertThat(client.delete(order).status()).as("a second time").isEqualTo(204);
    JsonObject done = ecperf.consistent().getJsonObject("done");
    assertThat(done.getInt("cancelOrder")).isEqualTo(1);
    assertThat(done.getInt("newOrder")).as("is no new order").isEqualTo(before);
  }

  @Test
  void aLargeOrderIsNotCancelled() throws Exception {
    ApiClient client = server.client();
    client.post("/api/ecperf/cart/lines", line(7, 500));
    int order = client.post("/api/ecperf/orders", "{\"customerId\":12}").number("orderId");

    Answer refused = client.delete("/api/ecperf/orders/" + order);

    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.text("error"))
        .isEqualTo("order " + order + " is made to order, and cannot be cancelled");
  }

  @Test
  void customerStatusShowsTheLatestOrdersFirst() throws Exception {
    Answer answer = server.client().get("/api/ecperf/customers/20/orders");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.text("name")).isEqualTo("Customer 20");
    assertThat(answer.json().getJsonArray("orders").getValuesAs(JsonObject.class))
        .extracting(order -> order.getInt("orderId"))
        .hasSize(5)
        .isSortedAccordingTo((a, b) -> Integer.compare(b, a));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"quantity\":1}                         | itemId   | itemId must not be null",
        "{\"itemId\":7}                           | quantity | quantity must not be null",
        "{\"itemId\":7,\"quantity\":0}            | quantity | quantity must be greater than or",
        "{\"itemId\":7,\"quantity\":10001}        | quantity | quantity must be less than or",
        "{\"itemId\":-1,\"quantity\":1}           | itemId   | itemId must be greater than or",
        "{\"itemId\":1.5,\"quantity\":1}          | itemId   | itemId must be a whole number",
        "{\"itemId\":99999999999,\"quantity\":1}  | itemId   | itemId must be a whole number",
        "{\"itemId\":\"seven\",\"quantity\":1}    | itemId   | itemId has a wrong type",
        "{\"itemId\":7,\"quantity\":{}}           | quantity | quantity has a wrong type",
        "{\"itemId\":                             |          | the body is not the JSON expected",
        "null                                     | body     | body must not be null",
      })
  void invalidInputIsRefusedWithFieldAndRule(String body, String field, String message)
      throws Exception {
    for (String method : new String[] {"POST /api/ecperf/cart/lines", "PUT /api/ecperf/orders/1"}) {
      Answer answer = server.client().send(method.split(" ")[0], method.split(" ")[1], body);

      assertThat(answer.status()).as(method).isEqualTo(400);
      assertThat(answer.text("error")).startsWith(message);
      assertThat(answer.text("field")).isEqualTo(field);
      assertThat(answer.pod()).isEqualTo(server.podName());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "POST   | /api/ecperf/cart/lines          | {\"itemId\":101,\"quantity\":1} | 404 | itemId",
        "GET    | /api/ecperf/orders/999999       |                                 | 404 |"
            + " orderId",
        "PUT    | /api/ecperf/orders/999999       | {\"itemId\":1,\"quantity\":1}   | 404 |"
            + " orderId",
        "PUT    | /api/ecperf/orders/1            | {\"itemId\":101,\"quantity\":1} | 404 | itemId",
        "DELETE | /api/ecperf/orders/999999       |                                 | 404 |"
            + " orderId",
        "GET    | /api/ecperf/customers/151/orders |                                | 404 |"
            + " customerId",
        "GET    | /api/ecperf/orders/abc          |                                 | 404 |",
        "GET    | /api/nothing             |                                 | 404 |",
        "GET    | /nothing                 |                                 | 404 |",
        "PATCH  | /api/ecperf/cart                |                                 | 405 |",
        "POST   | /api/ecperf/orders              | {\"customerId\":0}              | 400 |"
            + " customerId",
      })
  void errorsAreJsonAndNameThePod(String method, String path, String body, int status, String field)
      throws Exception {
    Answer answer = server.client().send(method, path, body);

    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.text("error")).isNotBlank();
    assertThat(answer.text("field")).isEqualTo(field);
    assertThat(answer.pod()).isEqualTo(server.podName());
  }

  @Test
  void aReadBeginsNoSession() throws Exception {
    ApiClient client = server.client();
    client.get("/api/ecperf/cart");
    client.get("/api/ecperf/orders/1");
    client.post("/api/ecperf/orders", "{\"customerId\":12}");

    assertThat(client.hasSession()).isFalse();
  }

  @Test
  void noBusinessCallIsLogged() throws Exception {
    ecperf.awaitAnAnsweredProbe();
    int logged = server.console().length();
    ApiClient client = server.client();
    client.post("/api/ecperf/cart/lines", line(7, 3));
    client.post("/api/ecperf/orders", "{\"customerId\":12}");
    client.get("/api/ecperf/orders/1");

    assertThat(server.console().substring(logged)).doesNotContain("[dev.scalelab");
  }

  private static String line(int itemId, int quantity) {
    return "{\"itemId\":%d,\"quantity\":%d}".formatted(itemId, quantity);
  }

  private static BigDecimal total(JsonObject order) {
    return order.getJsonArray("lines").getValuesAs(JsonObject.class).stream()
        .map(
            line ->
                line.getJsonNumber("unitPrice")
                    .bigDecimalValue()
                    .multiply(line.getJsonNumber("quantity").bigDecimalValue()))
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }
}
