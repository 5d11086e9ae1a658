package dev.scalelab.benchmark.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.Cluster;
import dev.scalelab.benchmark.support.DatasetRunner;
import dev.scalelab.benchmark.support.Emulator;
import dev.scalelab.benchmark.support.Ports;
import dev.scalelab.benchmark.support.Postgres;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** A person runs the transactions of each workload in a browser. */
@ExtendWith(Postgres.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PageIT {
  private Postgres.Instance postgres;
  private Browser browser;

  @BeforeAll
  void open(Postgres.Instance postgres) {
    this.postgres = postgres;
    browser = new Browser();
  }

  @AfterAll
  void close() {
    browser.close();
  }

  @Test
  void readersBuyBooks() throws Exception {
    try (AppServer server = startedWithData("bookstore")) {
      everyTransactionRunsAsItsFormIs("bookstore", server);
      assertThat(browser.text("#state")).as("buying ends the session").isEmpty();

      browser.run("logIn");
      browser.type("put", "bookId", "9");
      browser.run("put");
      awaitState("\"copies\": 1\\b.*\"bookId\": 9\\b");
    }
  }

  @Test
  void customersOfThePortalAskAndOrder() throws Exception {
    try (AppServer server = startedWithData("portal")) {
      everyTransactionRunsAsItsFormIs("portal", server);

      Browser.awaitTrue(
          "the order is taken",
          () -> postgres.query("page_portal", "SELECT count(*) FROM orders").equals("751"));
      assertLoggedNothing(server);
    }
  }

  @Test
  void beansAreCalled() throws Exception {
    try (AppServer server = AppServer.start("cells-0", settings("cells")).awaitReady()) {
      everyTransactionRunsAsItsFormIs("cells", server);
    }
  }

  @Test
  void anOrderThatWasMadeIsTheOneThatIsChanged() throws Exception {
    try (AppServer server = startedWithData("ecperf")) {
      everyTransactionRunsAsItsFormIs("ecperf", server);

      String placed = browser.run("newOrder");
      String order = browser.value("changeOrder", "orderId");
      assertThat(placed).contains("201").contains("\"orderId\": " + order);
      assertThat(browser.run("changeOrder")).contains("PUT /api/ecperf/orders/" + order + " 200");
      assertThat(browser.text("#state")).as("an order ends the session").isEmpty();

      browser.type("cartLine", "itemId", "9");
      browser.run("cartLine");
      awaitState("\"itemId\": 9\\b.*\"quantity\": 3\\b");
    }
  }

  @Test
  void aLargeOrderIsMadeToItsEndOfPartsThatAreDelivered() throws Exception {
    int emulatorPort = Ports.free("127.0.0.1");
    try (AppServer server =
        startedWithData(
            "ecperf", "page_large", Map.of("SUPPLIER_URL", "http://127.0.0.1:" + emulatorPort))) {
      browser.open(server.url() + "/page/");
      assertThat(browser.run("largeOrder")).as("none waits").contains("work-orders/large 204");

      browser.type("newOrder", "quantity", "100");
      browser.run("newOrder");
      String made = browser.run("largeOrder");
      String workOrder = browser.value("largeOrder", "workOrderId");
      assertThat(made).contains("/api/ecperf/work-orders/" + workOrder + "/completion 200");
      assertThat(browser.run("largeOrder")).as("no more").contains("work-orders/large 204");

      awaitDeliveries(server, emulatorPort);
      assertLoggedNothing(server);
    }
  }

  private void awaitDeliveries(AppServer server, int emulatorPort) throws Exception {
    Map<String, String> delivery =
        Map.of(
            "DELIVERY_URL",
            server.url() + "/api/ecperf/purchase-orders",
            "DELIVERY_LEAST_MILLIS",
            "0",
            "DELIVERY_MOST_MILLIS",
            "0");
    try (Emulator emulator = Emulator.start(emulatorPort, delivery)) {
      Browser.awaitTrue("a part is delivered", () -> emulator.counts().getInt("delivered") > 0);
    }
  }

  @Test
  void theStateOfTheSessionIsShownAndOutlivesThePodThatServedItAndEnds() throws Exception {
    try (Cluster cluster = Cluster.ofTwo(settings("cart"))) {
      cluster.awaitReady();
      // The page has looked at the session since: that waits until it is replicated.
      aCartIsFilled(cluster.first());
      String session = session();
      cluster.killFirst();
      assertThat(browser.run("look")).as("of a dead server").contains("failed").contains("no pod");

      browser.openWithSession(cluster.second().url() + "/page/");
      assertThat(browser.text("#session-pod")).isEqualTo("cluster-1");
      assertThat(session()).isEqualTo(session);
      // The page asks for it after it has shown the session.
      awaitState("\"changes\": 2\\b.*\"products\": 2\\b");
      assertThat(browser.run("add")).contains("200").contains("from cluster-1");
      assertThat(browser.text("#state")).contains("\"products\": 3").contains("\"changes\": 3");

      browser.click("#end-session");
      Browser.awaitTrue("no session", () -> browser.text("#session").equals("none"));
      assertThat(browser.text("#state")).isEmpty();

      browser.run("add");
      assertThat(browser.run("drop")).contains("DELETE /api/cart 200").contains("\"products\": 1");
      assertThat(browser.text("#state")).as("dropping ends the session").isEmpty();
      assertLoggedNothing(cluster.first());
      assertLoggedNothing(cluster.second());
    }
  }

  private void aCartIsFilled(AppServer server) {
    browser.open(server.url() + "/page/");
    assertThat(browser.text("#session")).isEqualTo("none");
    assertThat(browser.text("#session-pod")).isEqualTo("cluster-0");

    assertThat(browser.run("add"))
        .contains("POST /api/cart/products 200")
        .contains("from cluster-0");
    browser.type("add", "productId", "8");
    browser.run("add");
    assertThat(browser.text("#session")).contains("s old");
    assertThat(browser.text("#state")).contains("\"products\": 2").contains("\"changes\": 2");

    browser.type("add", "productId", "0");
    assertThat(browser.run("add")).contains("400").contains("productId");
  }

  /** Waits until what the page shows of the session's state has this in it. */
  private void awaitState(String pattern) {
    Browser.awaitTrue(
        "the state with " + pattern,
        () -> browser.text("#state").matches("(?s).*" + pattern + ".*"));
  }

  /** Its id, without its age. */
  private String session() {
    return browser.text("#session").split(",")[0];
  }

  private void everyTransactionRunsAsItsFormIs(String workload, AppServer server) throws Exception {
    browser.open(server.url() + "/page/");
    assertThat(browser.text("#workload")).isEqualTo(workload);

    assertThat(browser.names()).isNotEmpty();
    for (String name : browser.names()) {
      assertThat(browser.run(name))
          .as(name)
          .containsPattern(" 20\\d \\d+ ms from " + workload + "-0");
    }
    assertLoggedNothing(server);
  }

  /** A transaction that all is well with is logged by nothing of ours, at the level CONFIG. */
  private static void assertLoggedNothing(AppServer server) throws Exception {
    assertThat(server.console()).contains("WFLYSRV0025").doesNotContain("[dev.scalelab");
  }

  private AppServer startedWithData(String workload) throws Exception {
    return startedWithData(workload, "page_" + workload, Map.of());
  }

  private AppServer startedWithData(String workload, String name, Map<String, String> further)
      throws Exception {
    postgres.createTemplate(name);
    Map<String, String> environment = new HashMap<>(postgres.environment(name));
    environment.putAll(settings(workload));
    environment.putAll(further);
    DatasetRunner.succeed(environment, "reset");
    return AppServer.start(workload + "-0", environment).awaitReady();
  }

  /** The page is on, and all is logged that is above FINE. */
  private static Map<String, String> settings(String workload) {
    return Map.of("WORKLOAD", workload, "PAGE", "true", "LOG_LEVEL", "CONFIG");
  }
}
