package dev.scalelab.benchmark.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.DatasetRunner;
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
    }
  }

  @Test
  void customersOfThePortalAskAndOrder() throws Exception {
    try (AppServer server = startedWithData("portal")) {
      everyTransactionRunsAsItsFormIs("portal", server);
    }
  }

  @Test
  void beansAreCalled() throws Exception {
    try (AppServer server =
        AppServer.start("cells-0", Map.of("WORKLOAD", "cells", "PAGE", "true")).awaitReady()) {
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
    }
  }

  @Test
  void aLargeOrderIsMadeToItsEnd() throws Exception {
    try (AppServer server = startedWithData("ecperf", "page_large")) {
      browser.open(server.url() + "/page/");
      assertThat(browser.run("largeOrder")).as("none waits").contains("work-orders/large 204");

      browser.type("newOrder", "quantity", "100");
      browser.run("newOrder");
      String made = browser.run("largeOrder");
      String workOrder = browser.value("largeOrder", "workOrderId");
      assertThat(made).contains("/api/ecperf/work-orders/" + workOrder + "/completion 200");
      assertThat(browser.run("largeOrder")).as("no more").contains("work-orders/large 204");
    }
  }

  @Test
  void theStateOfTheSessionIsShownAndEnds() throws Exception {
    try (AppServer server =
        AppServer.start("cart-0", Map.of("WORKLOAD", "cart", "PAGE", "true")).awaitReady()) {
      browser.open(server.url() + "/page/");
      assertThat(browser.text("#session")).isEqualTo("none");
      assertThat(browser.text("#session-pod")).isEqualTo("cart-0");

      assertThat(browser.run("add"))
          .contains("POST /api/cart/products 200")
          .contains("from cart-0");
      browser.type("add", "productId", "8");
      browser.run("add");
      assertThat(browser.text("#session")).contains("s old");
      assertThat(browser.text("#state")).contains("\"products\": 2").contains("\"changes\": 2");

      browser.type("add", "productId", "0");
      assertThat(browser.run("add")).contains("400").contains("productId");

      browser.click("#end-session");
      Browser.awaitTrue("no session", () -> browser.text("#session").equals("none"));
      assertThat(browser.text("#state")).isEmpty();

      server.kill();
      assertThat(browser.run("look")).as("of a dead server").contains("failed").contains("no pod");
    }
  }

  /** No business call is logged above FINE: these servers write down everything from INFO on. */
  private void everyTransactionRunsAsItsFormIs(String workload, AppServer server) throws Exception {
    String started = server.console();
    assertThat(started).contains(" INFO ");
    browser.open(server.url() + "/page/");
    assertThat(browser.text("#workload")).isEqualTo(workload);

    assertThat(browser.names()).isNotEmpty();
    for (String name : browser.names()) {
      assertThat(browser.run(name))
          .as(name)
          .containsPattern(" 20\\d \\d+ ms from " + workload + "-0");
    }
    assertThat(server.console().substring(started.length())).as("logged meanwhile").isEmpty();
  }

  private AppServer startedWithData(String workload) throws Exception {
    return startedWithData(workload, "page_" + workload);
  }

  private AppServer startedWithData(String workload, String name) throws Exception {
    postgres.createTemplate(name);
    Map<String, String> environment = new HashMap<>(postgres.environment(name));
    environment.put("WORKLOAD", workload);
    environment.put("PAGE", "true");
    DatasetRunner.succeed(environment, "reset");
    return AppServer.start(workload + "-0", environment).awaitReady();
  }
}
