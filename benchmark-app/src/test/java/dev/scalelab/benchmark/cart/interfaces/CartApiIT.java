package dev.scalelab.benchmark.cart.interfaces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.scalelab.benchmark.page.PageChecks;
import dev.scalelab.benchmark.support.ApiClient;
import dev.scalelab.benchmark.support.ApiClient.Answer;
import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.Cluster;
import dev.scalelab.benchmark.support.Median;
import dev.scalelab.benchmark.support.Moved;
import dev.scalelab.benchmark.support.Moves;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Carts in a cluster of two servers without a database, one of which dies in the last test. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class CartApiIT {

  private static final String SENT = "jgroups_sent_bytes";
  private static final String RECEIVED = "jgroups_received_bytes";

  private Cluster cluster;
  private AppServer a;
  private AppServer b;

  @BeforeAll
  void start() throws Exception {
    Map<String, String> settings = new HashMap<>(PageChecks.SETTINGS);
    settings.putAll(Map.of("WORKLOAD", "cart", "CART_STATE_BYTES", "20480"));
    cluster = Cluster.ofTwo(settings);
    cluster.awaitReady();
    a = cluster.first();
    b = cluster.second();
  }

  @AfterAll
  void stop() throws Exception {
    cluster.close();
  }

  @Test
  @Order(1)
  void tenProductsAreAsLargeAsTheSettingSays() throws Exception {
    ApiClient client = a.client();
    for (int product = 1; product <= 10; product++) {
      assertThat(add(client, product).number("changes")).isEqualTo(product);
    }

    Answer seen = client.get("/api/cart");
    assertThat(seen.number("products")).isEqualTo(10);
    assertThat(seen.number("bytes")).isEqualTo(20480);
    assertThat(seen.pod()).isEqualTo(a.podName());
  }

  @Test
  @Order(1)
  void aCartThatTheClientKeepsGoesToAnyServerAndBeginsNoSession() throws Exception {
    ApiClient client = a.client();
    Answer answer = client.post("/api/cart/client/products", "{\"productId\":1}");
    assertThat(answer.status()).as("%s", answer).isEqualTo(200);
    for (int product = 2; product <= 10; product++) {
      ApiClient other = product % 2 == 0 ? b.client() : client;
      answer =
          other.post(
              "/api/cart/client/products",
              "{\"productId\":%d,\"state\":\"%s\"}".formatted(product, answer.text("state")));
      assertThat(answer.number("changes")).as("%s", answer).isEqualTo(product);
    }
    Answer shown =
        client.post("/api/cart/client", "{\"state\":\"%s\"}".formatted(answer.text("state")));

    assertThat(shown.number("products")).isEqualTo(10);
    assertThat(shown.number("bytes")).isEqualTo(20480);
    assertThat(shown.text("state")).isEqualTo(answer.text("state")).hasSizeGreaterThan(27_000);
    assertThat(client.hasSession()).isFalse();
    Answer refused = client.post("/api/cart/client", "{\"state\":\"AAAA\"}");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text("field")).isEqualTo("state");
  }

  @Test
  @Order(1)
  void lookingBeginsNoSessionAndDroppingEndsIt() throws Exception {
    ApiClient client = a.client();
    assertThat(client.get("/api/cart").number("changes")).isZero();
    assertThat(client.hasSession()).isFalse();

    add(client, 1);
    Answer dropped = client.delete("/api/cart");
    assertThat(dropped.status()).isEqualTo(200);
    assertThat(dropped.number("changes")).isEqualTo(1);
    assertThat(client.get("/api/cart").number("changes")).isZero();
  }

  @ParameterizedTest
  @Order(1)
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | productId",
        "{\"productId\":0} | productId",
        "{\"productId\":1.5} | productId"
      })
  void badInputIsRefusedWithItsField(String body, String field) throws Exception {
    ApiClient client = a.client();
    for (int changes = 0; changes <= 1; changes++) {
      Answer refused = client.post("/api/cart/products", body);

      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.text("field")).isEqualTo(field);
      assertThat(refused.number("changes")).isEqualTo(changes);
      add(client, 1);
    }
  }

  @Test
  @Order(1)
  void whatIsNoRequestOfACartIsRefusedWithTheNumberOfChanges() throws Exception {
    ApiClient client = a.client();
    add(client, 1);

    Answer refused = client.post("/api/cart/products", "no JSON");

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.number("changes")).isEqualTo(1);
    Answer notAllowed = client.delete("/api/cart/products");
    assertThat(notAllowed.status()).isEqualTo(405);
    assertThat(notAllowed.number("changes")).isEqualTo(1);
    Answer unknown = client.get("/api/cart/receipts");
    assertThat(unknown.status()).isEqualTo(404);
    assertThat(unknown.number("changes")).isEqualTo(1);
  }

  @Test
  @Order(1)
  void aFullCartRefusesOneMoreAndIsWhole() throws Exception {
    ApiClient client = a.client();
    for (int product = 1; product <= 100; product++) {
      add(client, product);
    }

    Answer refused = client.post("/api/cart/products", "{\"productId\":1}");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.text("error")).isEqualTo("the cart holds at most 100 products");
    assertThat(refused.number("changes")).isEqualTo(100);
    assertThat(client.get("/api/cart").number("changes")).isEqualTo(100);
  }

  @Test
  @Order(1)
  @Moves({SENT, RECEIVED, "infinispan_replication_count_total"})
  void whatIsSentToTheOtherServerIsCounted(TestInfo test) throws Exception {
    double receivedBefore = b.metric(RECEIVED);
    Moved moved = Moved.before(test, a);
    ApiClient client = a.client();
    List<Double> cartsSent = new ArrayList<>();
    for (int product = 1; product <= 10; product++) {
      double before = a.metric(SENT);
      int bytes = add(client, product).number("bytes");
      // The session's next request waits until the change is copied, and sends the cart, too.
      client.get("/api/cart");
      cartsSent.add((a.metric(SENT) - before) / bytes);
    }

    moved.check();
    // Of one in several: a message that is acknowledged late is sent again.
    assertThat(Median.of(cartsSent))
        .as("each change sends the whole cart at most twice, and each read once")
        .isBetween(2.0, 3.5);
    assertThat(b.metric(RECEIVED) - receivedBefore)
        .as("by the other's count")
        .isCloseTo(moved.by(SENT), withinPercentage(10));
  }

  @Test
  @Order(1)
  void readingACartSendsAllOfItToTheOtherServer() throws Exception {
    ApiClient client = a.client();
    for (int product = 1; product <= 10; product++) {
      add(client, product);
    }
    client.get("/api/cart");
    List<Double> sent = new ArrayList<>();
    for (int read = 0; read < 20; read++) {
      double before = a.metric(SENT);
      assertThat(client.get("/api/cart").number("bytes")).isEqualTo(20480);
      sent.add(a.metric(SENT) - before);
    }

    assertThat(Median.of(sent)).isBetween(20480.0, 1.5 * 20480);
  }

  @Test
  @Order(1)
  void aCallOfABeanEndsWhenItsStateIsCopied() throws Exception {
    ApiClient client = a.client();
    add(client, 1);
    client.get("/api/cart");
    b.pause();
    CompletableFuture<Answer> changed;
    try {
      changed = CompletableFuture.supplyAsync(() -> unchecked(() -> add(client, 2)));
      assertThat(changed)
          .as("while the other server does not answer")
          .failsWithin(Duration.ofSeconds(2))
          .withThrowableOfType(TimeoutException.class);
    } finally {
      b.resume();
    }
    assertThat(changed.get(30, TimeUnit.SECONDS).number("changes")).isEqualTo(2);
  }

  private static <T> T unchecked(Callable<T> call) {
    try {
      return call.call();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** A session of the page is included, and its check kills the server. */
  @Test
  @Order(2)
  @Moves(Cluster.MEMBERS)
  void cartsOutliveTheServerThatTheyWereFilledOn() throws Exception {
    List<ApiClient> carts = new ArrayList<>();
    for (int i = 1; i <= 20; i++) {
      ApiClient onA = a.client();
      for (int product = 1; product <= i; product++) {
        add(onA, product);
      }
      // A session's next request waits until the previous change is replicated.
      onA.get("/api/cart");
      carts.add(onA.movedTo(b));
    }
    PageChecks.theStateOfTheSessionIsShownAndOutlivesThePodThatServedItAndEnds(cluster);

    for (int i = 1; i <= 20; i++) {
      assertThat(add(carts.get(i - 1), 1).number("changes")).isEqualTo(i + 1);
    }
  }

  private static Answer add(ApiClient client, int product) throws Exception {
    Answer answer = client.post("/api/cart/products", "{\"productId\":%d}".formatted(product));
    assertThat(answer.status()).isEqualTo(200);
    return answer;
  }
}
