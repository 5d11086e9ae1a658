package dev.scalelab.load.scenario;

import static dev.scalelab.load.scenario.ExpectedStatus.expecting;
import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.jsonPath;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import dev.scalelab.load.profile.TransactionData;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;

/** The requests to the order application, one method each, with their expected statuses. */
final class OrderRequests {
  private static final String JSON = "application/json";
  private static final String ORDER = "order";
  private static final String WORK_ORDER = "workOrder";
  private static final String LARGE_LINE = "largeLine";
  private static final int SCHEDULED = 201;
  private static final int NONE_WAITS = 204;
  private static final int PARTS_ARE_MISSING = 409;

  private OrderRequests() {}

  /** Adds the next line of the transaction to the cart of the user's session. */
  static HttpRequestActionBuilder addCartLine() {
    return expecting(
        200,
        http("addCartLine")
            .post("/api/ecperf/cart/lines")
            .header("Content-Type", JSON)
            .body(StringBody(session -> json(entry(session).takeLineForCart()))));
  }

  /** Reads the cart of the user's session. */
  static HttpRequestActionBuilder showCart() {
    return expecting(200, http("showCart").get("/api/ecperf/cart"));
  }

  /** Orders the cart, under a number of this generator. */
  static HttpRequestActionBuilder createOrder(int generator) {
    return expecting(
        201,
        http("createOrder")
            .post(OrderRequests::pathOfTheEnd)
            .header("Content-Type", JSON)
            .header(Transaction.NUMBER, session -> Transaction.numberOf(session, generator))
            .body(StringBody(session -> "{\"customerId\":" + data(session).customerId() + "}")));
  }

  /** Orders the cart without a number: the order is cancelled before anything counts it. */
  static HttpRequestActionBuilder createOrderToCancel() {
    return expecting(
        201,
        http("createOrder")
            .post(OrderRequests::pathOfTheEnd)
            .header("Content-Type", JSON)
            .body(StringBody(session -> "{\"customerId\":" + data(session).customerId() + "}"))
            .check(jsonPath("$.orderId").ofLong().saveAs(ORDER)));
  }

  /** Cancels the order that was just created. */
  static HttpRequestActionBuilder cancelOrder() {
    return expecting(
        204, http("cancelOrder").delete(session -> "/api/ecperf/orders/" + session.getLong(ORDER)));
  }

  private static String pathOfTheEnd(Session session) {
    entry(session).state().end();
    return "/api/ecperf/orders";
  }

  /** Sets the quantity of one item of an existing order. */
  static HttpRequestActionBuilder changeOrder() {
    return expecting(
        200,
        http("changeOrder")
            .put(session -> "/api/ecperf/orders/" + data(session).orderId())
            .header("Content-Type", JSON)
            .body(StringBody(session -> json(entry(session).takeLine()))));
  }

  /** Reads an existing order. */
  static HttpRequestActionBuilder orderStatus() {
    return expecting(
        200, http("orderStatus").get(session -> "/api/ecperf/orders/" + data(session).orderId()));
  }

  /** Reads the latest orders of a customer. */
  static HttpRequestActionBuilder customerStatus() {
    return expecting(
        200,
        http("customerStatus")
            .get(session -> "/api/ecperf/customers/" + data(session).customerId() + "/orders"));
  }

  /** Schedules work on a planned line. */
  static HttpRequestActionBuilder scheduleWork() {
    return expecting(
        SCHEDULED,
        http("scheduleWork")
            .post("/api/ecperf/work-orders/planned")
            .header("Content-Type", JSON)
            .body(StringBody(session -> json(entry(session).takeLine())))
            .check(jsonPath("$.workOrderId").ofLong().saveAs(WORK_ORDER)));
  }

  /** Schedules the large order that has waited longest, if there is one that can be started. */
  static HttpRequestActionBuilder scheduleLargeWork() {
    return http("scheduleLargeWork")
        .post("/api/ecperf/work-orders/large")
        .check(status().in(SCHEDULED, NONE_WAITS, PARTS_ARE_MISSING).saveAs(LARGE_LINE))
        .checkIf((response, session) -> response.status().code() == SCHEDULED)
        .then(jsonPath("$.workOrderId").ofLong().saveAs(WORK_ORDER));
  }

  /** Whether the last request for a large order found none, or not the parts for it. */
  static boolean noLargeOrderBegun(Session session) {
    return session.getInt(LARGE_LINE) != SCHEDULED;
  }

  /** Moves the work order through a station. */
  static HttpRequestActionBuilder passStation(int station) {
    return expecting(
        200, http("passStation").post(session -> workOrder(session) + "/stations/" + station));
  }

  /** Completes the work order. */
  static HttpRequestActionBuilder completeWork() {
    return expecting(200, http("completeWork").post(session -> workOrder(session) + "/completion"));
  }

  /** Cancels the work order, whose parts then return to the store. */
  static HttpRequestActionBuilder cancelWork() {
    return expecting(204, http("cancelWork").delete(OrderRequests::workOrder));
  }

  private static String workOrder(Session session) {
    return "/api/ecperf/work-orders/" + session.getLong(WORK_ORDER);
  }

  private static TransactionData data(Session session) {
    return entry(session).data();
  }

  private static OrderEntry entry(Session session) {
    return Transaction.of(session).data(OrderEntry.class);
  }

  private static String json(TransactionData.Line line) {
    return "{\"itemId\":" + line.itemId() + ",\"quantity\":" + line.quantity() + "}";
  }
}
