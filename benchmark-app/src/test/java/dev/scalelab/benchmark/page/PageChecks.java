package dev.scalelab.benchmark.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.Cluster;
import dev.scalelab.benchmark.support.Emulator;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * Runs the transactions of each workload in a browser, on a server that the tests of that workload
 * use anyway, with {@link #SETTINGS}.
 */
public final class PageChecks implements AutoCloseable {

  /** The page is enabled, and everything above FINE is logged. */
  public static final Map<String, String> SETTINGS = Map.of("PAGE", "true", "LOG_LEVEL", "CONFIG");

  private final Browser browser = new Browser();

  private PageChecks() {}

  /** Readers of the book store buy books. */
  public static void readersBuyBooks(AppServer server) throws Exception {
    try (PageChecks page = new PageChecks()) {
      page.everyTransactionRunsAsItsFormIs("bookstore", server);
      assertThat(page.browser.text("#state")).as("buying ends the session").isEmpty();

      page.browser.run("logIn");
      page.browser.type("put", "bookId", "9");
      page.browser.run("put");
      page.awaitState("\"copies\": 1\\b.*\"bookId\": 9\\b");
    }
  }

  /**
   * Customers of the portal request their statuses, and order: then this condition becomes true.
   */
  public static void customersOfThePortalAskAndOrder(AppServer server, Callable<Boolean> taken)
      throws Exception {
    try (PageChecks page = new PageChecks()) {
      int logged = server.console().length();
      page.everyTransactionRunsAsItsFormIs("portal", server);

      Browser.awaitTrue("the order is taken", taken);
      assertLoggedNothing(server, logged);
    }
  }

  /** The session beans of a configuration are called. */
  public static void beansAreCalled(AppServer server) throws Exception {
    try (PageChecks page = new PageChecks()) {
      page.everyTransactionRunsAsItsFormIs("cells", server);
    }
  }

  /** A page whose script was not sent says so. */
  public static void aPageWithoutItsScriptSaysSo(AppServer server) {
    try (PageChecks page = new PageChecks()) {
      page.browser.block("*page.js");

      assertThat(page.browser.troubleAt(server.url() + "/page/")).contains("page.js", "reload");
      assertThat(page.browser.names()).isEmpty();
    }
  }

  /** In ecperf, the placed order is changed. */
  public static void anOrderThatWasMadeIsTheOneThatIsChanged(AppServer server) throws Exception {
    try (PageChecks page = new PageChecks()) {
      Browser browser = page.browser;
      page.everyTransactionRunsAsItsFormIs("ecperf", server);

      String placed = browser.run("newOrder");
      String order = browser.value("changeOrder", "orderId");
      assertThat(placed).contains("201").contains("\"orderId\": " + order);
      assertThat(browser.run("changeOrder")).contains("PUT /api/ecperf/orders/" + order + " 200");
      assertThat(browser.text("#state")).as("an order ends the session").isEmpty();

      browser.type("cartLine", "itemId", "9");
      browser.run("cartLine");
      page.awaitState("\"itemId\": 9\\b.*\"quantity\": 3\\b");
    }
  }

  /** In ecperf, a large order is completed, with parts that an emulator delivers. */
  public static void aLargeOrderIsMadeToItsEnd(AppServer server, Emulator emulator)
      throws Exception {
    try (PageChecks page = new PageChecks()) {
      Browser browser = page.browser;
      int logged = server.console().length();
      browser.open(server.url() + "/page/");
      assertThat(browser.run("largeOrder")).as("none waits").contains("work-orders/large 204");

      browser.type("newOrder", "quantity", "100");
      browser.run("newOrder");
      String made = browser.run("largeOrder");
      String workOrder = browser.value("largeOrder", "workOrderId");
      assertThat(made).contains("/api/ecperf/work-orders/" + workOrder + "/completion 200");
      assertThat(browser.run("largeOrder")).as("no more").contains("work-orders/large 204");

      Browser.awaitTrue("a part is delivered", () -> emulator.counts().getInt("delivered") > 0);
      assertLoggedNothing(server, logged);
    }
  }

  /**
   * The state of a cart's session is shown, survives the first server, which is killed, and ends.
   */
  public static void theStateOfTheSessionIsShownAndOutlivesThePodThatServedItAndEnds(
      Cluster cluster) throws Exception {
    try (PageChecks page = new PageChecks()) {
      Browser browser = page.browser;
      int loggedByFirst = cluster.first().console().length();
      int loggedBySecond = cluster.second().console().length();
      // The page has read the session since: that waits until it is replicated.
      page.aCartIsFilled(cluster.first());
      String session = page.session();
      cluster.killFirst();
      assertThat(browser.run("look")).as("dead server").contains("failed").contains("no pod");

      browser.openWithSession(cluster.second().url() + "/page/");
      assertThat(browser.text("#session-pod")).isEqualTo("cluster-1");
      assertThat(page.session()).isEqualTo(session);
      // The page requests it after it has shown the session.
      page.awaitState("\"changes\": 2\\b.*\"products\": 2\\b");
      assertThat(browser.run("add")).contains("200").contains("from cluster-1");
      assertThat(browser.text("#state")).contains("\"products\": 3").contains("\"changes\": 3");

      browser.click("#end-session");
      browser.awaitShown("no session", () -> browser.text("#session").equals("none"));
      assertThat(browser.text("#state")).isEmpty();

      browser.run("add");
      assertThat(browser.run("drop")).contains("DELETE /api/cart 200").contains("\"products\": 1");
      assertThat(browser.text("#state")).as("deleting ends the session").isEmpty();
      assertLoggedNothing(cluster.first(), loggedByFirst);
      assertLoggedNothing(cluster.second(), loggedBySecond);
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

  /** Waits until the session's state on the page matches the pattern. */
  private void awaitState(String pattern) {
    browser.awaitShown(
        "the state with " + pattern,
        () -> browser.text("#state").matches("(?s).*" + pattern + ".*"));
  }

  /** The session's id, without its age. */
  private String session() {
    return browser.text("#session").split(",")[0];
  }

  private void everyTransactionRunsAsItsFormIs(String workload, AppServer server) throws Exception {
    int logged = server.console().length();
    browser.open(server.url() + "/page/");
    assertThat(browser.text("#workload")).isEqualTo(workload);

    assertThat(browser.names()).isNotEmpty();
    for (String name : browser.names()) {
      assertThat(browser.run(name))
          .as(name)
          .containsPattern(" 20\\d \\d+ ms from " + server.podName());
    }
    assertLoggedNothing(server, logged);
  }

  /** A successful transaction is not logged by our classes, at the level CONFIG. */
  private static void assertLoggedNothing(AppServer server, int before) throws IOException {
    assertThat(server.console().substring(before)).doesNotContain("[dev.scalelab");
  }

  @Override
  public void close() {
    browser.close();
  }
}
