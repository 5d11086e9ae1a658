package dev.scalelab.benchmark.cart.interfaces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.benchmark.support.ApiClient;
import dev.scalelab.benchmark.support.ApiClient.Answer;
import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.Cluster;
import dev.scalelab.benchmark.support.Haproxy;
import dev.scalelab.benchmark.support.Ports;
import dev.scalelab.benchmark.support.SessionWatch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A web tier whose sessions have the references to carts, one whose clients have them, and two
 * servers with the carts of both, behind a HAProxy with the rules of an experiment's. The last
 * tests take a server and the HAProxy away.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class CartTiersIT {

  private static final String BALANCER =
      """
      defaults
        mode http
        timeout connect 2s
        timeout client 31s
        timeout server 31s
        option redispatch 1
        retries 3

      frontend calls
        bind 127.0.0.1:%d
        acl calls_beans path_beg /wildfly-services/ejb/ /wildfly-services/common/
        http-request return status 404 if !calls_beans
        default_backend beans

      backend beans
        balance roundrobin
        stick-table type string len 64 size 100k expire 1h
        acl invoked path,word(4,/) -m str invoke
        acl stateless path,word(9,/) -m str -- -
        stick on path,word(9,/) if invoked !stateless
        stick store-response res.hdr(x-wf-ejb-jbmar-session-id)
        default-server check inter 2s fastinter 500ms downinter 500ms rise 1 fall 3
        server first %s
        server second %s
      """;

  private static final String CALLS = "ejb3_invocations_total{";

  private Cluster beans;
  private Haproxy balancer;
  private AppServer ofSessions;
  private AppServer ofCookies;

  @BeforeAll
  void start() throws Exception {
    // With the pool the servers count calls of beans.
    beans = Cluster.ofTwo(tier("beans", Map.of("BEAN_HANDLE", "cookie", "BEAN_POOL", "2")));
    int port = Ports.free("127.0.0.1");
    balancer =
        Haproxy.start(BALANCER.formatted(port, address(beans.first()), address(beans.second())));
    String url = "http://127.0.0.1:" + port;
    ofSessions = AppServer.start("web-0", tier("web", Map.of("BEANS_URL", url)));
    ofCookies =
        AppServer.start("web-1", tier("web", Map.of("BEANS_URL", url, "BEAN_HANDLE", "cookie")));
    beans.awaitReady();
    ofSessions.awaitReady();
    ofCookies.awaitReady();
  }

  @AfterAll
  void stop() throws Exception {
    ofCookies.close();
    ofSessions.close();
    balancer.close();
    beans.close();
  }

  private static String address(AppServer server) {
    return server.url().replace("http://", "");
  }

  private static Map<String, String> tier(String name, Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(more);
    settings.put("WORKLOAD", "cart");
    settings.put("TIER", name);
    settings.put("PARTITION", name);
    return settings;
  }

  private AppServer web(boolean cookies) {
    return cookies ? ofCookies : ofSessions;
  }

  /** First: a cart of another test that ends by itself would be missing. */
  @ParameterizedTest(name = "in cookies: {0}")
  @ValueSource(booleans = {false, true})
  @Order(1)
  void theWebTierAnswersAndOneOfTheServersWithTheBeansHasTheCart(boolean cookies) throws Exception {
    SessionWatch watch = new SessionWatch(beans, false, true);
    List<Double> before = calls();
    ApiClient client = web(cookies).client();
    assertThat(client.get("/api/cart").number("changes")).isZero();
    assertThat(client.cookie()).as("looking begins nothing").isEmpty();

    for (int product = 1; product <= 10; product++) {
      Answer answer = add(client);
      assertThat(answer.number("changes")).isEqualTo(product);
      assertThat(answer.pod()).isEqualTo(web(cookies).podName());
    }

    assertThat(client.get("/api/cart").number("bytes")).isEqualTo(10240);
    assertThat(client.hasSession()).isEqualTo(!cookies);
    assertThat(watch.ofNewSession().ofBean()).as("servers with the cart").isEqualTo(2);
    List<Double> after = calls();
    assertThat(List.of(after.get(0) - before.get(0), after.get(1) - before.get(1)))
        .as("calls of the bean in each server")
        .containsExactlyInAnyOrder(11.0, 0.0);
  }

  @ParameterizedTest(name = "in cookies: {0}")
  @ValueSource(booleans = {false, true})
  @Order(2)
  void aDroppedCartIsRemovedAndTheNextIsAnother(boolean cookies) throws Exception {
    ApiClient client = web(cookies).client();
    add(client);
    add(client);

    assertThat(client.delete("/api/cart").number("changes")).isEqualTo(2);
    assertThat(client.get("/api/cart").number("changes")).isZero();
    assertThat(add(client).number("changes")).isEqualTo(1);
  }

  @Test
  @Order(2)
  void newCartsAreOnBothServers() throws Exception {
    List<Double> before = calls();
    for (int i = 0; i < 4; i++) {
      add(ofSessions.client());
    }
    List<Double> after = calls();
    assertThat(after.get(0)).isGreaterThan(before.get(0));
    assertThat(after.get(1)).isGreaterThan(before.get(1));
  }

  /** A server with the beans answers requests, too, if it gets any. */
  @Test
  @Order(2)
  void anyServerContinuesTheCartOfACookie() throws Exception {
    ApiClient client = beans.first().client();
    assertThat(add(client).number("changes")).isEqualTo(1);
    assertThat(client.hasSession()).isFalse();
    assertThat(add(client.movedTo(beans.second())).number("changes")).isEqualTo(2);
    assertThat(add(client.movedTo(ofCookies)).number("changes")).isEqualTo(3);
  }

  /** It is filled where it is, which takes less time. */
  @Test
  @Order(2)
  void errorsArriveWithTheNumberOfChanges() throws Exception {
    ApiClient client = beans.first().client();
    for (int product = 1; product <= 100; product++) {
      add(client);
    }

    ApiClient moved = client.movedTo(ofCookies);
    Answer full = moved.post("/api/cart/products", "{\"productId\":1}");
    assertThat(full.status()).isEqualTo(409);
    assertThat(full.text("error")).isEqualTo("the cart holds at most 100 products");
    assertThat(full.number("changes")).isEqualTo(100);
    Answer bad = moved.post("/api/cart/products", "{}");
    assertThat(bad.status()).isEqualTo(400);
    assertThat(bad.text("field")).isEqualTo("productId");
    assertThat(bad.number("changes")).isEqualTo(100);
  }

  @ParameterizedTest
  @ValueSource(strings = {"AAAA", "..", "x/y", "CRzwtPoKdk2zoC2LN1ekwr4"})
  @Order(2)
  void anIdentifierOfNoBeanIsALostCart(String identifier) throws Exception {
    ApiClient client = ofCookies.client().withCookie("scalelab-bean", identifier);

    Answer lost = client.post("/api/cart/products", "{\"productId\":1}");

    assertThat(lost.status()).isEqualTo(409);
    assertThat(lost.text("error")).isEqualTo("the cart was lost with its server");
    assertThat(lost.number("changes")).isZero();
    assertThat(add(client).number("changes")).as("of the next cart").isEqualTo(1);
  }

  @Test
  @Order(3)
  void cartsOutliveTheServerThatCreatedThem() throws Exception {
    List<ApiClient> clients = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      ApiClient client = web(i % 2 == 0).client();
      add(client);
      assertThat(add(client).number("changes")).isEqualTo(2);
      clients.add(client);
    }

    beans.killFirst();

    for (ApiClient client : clients) {
      assertThat(add(client).number("changes")).isEqualTo(3);
      assertThat(client.get("/api/cart").number("products")).isEqualTo(3);
    }
  }

  /** Which is not a loss of carts. */
  @Test
  @Order(4)
  void withoutTheBalancerRequestsFail() throws Exception {
    ApiClient client = ofSessions.client();
    add(client);

    balancer.close();

    assertThat(client.get("/api/cart").status()).isEqualTo(500);
    assertThat(ofCookies.client().post("/api/cart/products", "{\"productId\":1}").status())
        .isEqualTo(500);
    for (AppServer web : List.of(ofSessions, ofCookies)) {
      assertThat(web.console()).doesNotContain("WFHTTP000003");
    }
  }

  /** Of the carts in each of the two servers that have them. */
  private List<Double> calls() throws Exception {
    return List.of(calls(beans.first()), calls(beans.second()));
  }

  private static double calls(AppServer server) throws Exception {
    return server
        .management("/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(CALLS) && line.contains("\"KeptCartBean\""))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  private static Answer add(ApiClient client) throws Exception {
    Answer answer = client.post("/api/cart/products", "{\"productId\":1}");
    assertThat(answer.status()).as("%s", answer).isEqualTo(200);
    return answer;
  }
}
