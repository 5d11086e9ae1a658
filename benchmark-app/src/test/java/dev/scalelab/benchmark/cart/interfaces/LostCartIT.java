package dev.scalelab.benchmark.cart.interfaces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.benchmark.support.ApiClient;
import dev.scalelab.benchmark.support.ApiClient.Answer;
import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.Cluster;
import dev.scalelab.benchmark.support.Moves;
import dev.scalelab.benchmark.support.SessionWatch;
import dev.scalelab.benchmark.support.SessionWatch.Copies;
import dev.scalelab.benchmark.support.SessionWatch.Kept;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Carts with a single copy, in a cluster of two servers. The second is started before the first,
 * which dies.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LostCartIT {

  private static final int CARTS = 12;

  /** Enough for some sessions and their carts to be separated when a server joins. */
  private static final int EARLIER_CARTS = 40;

  private static final Map<String, String> ONE_COPY =
      Map.of("WORKLOAD", "cart", "SESSION_COPIES", "1", "BEAN_COPIES", "1");
  private static final String TRANSFERRED = "scalelab_state_transfer_seconds";
  private static final String PRODUCT = "{\"productId\":1}";

  private Cluster cluster;

  /** Clients with a cart each from before the start of the first server. */
  private final List<ApiClient> earlier = new ArrayList<>();

  private double partLeftToSecond;

  /** As the second server reports them, which gives the first some of its sessions and carts. */
  private double transferSeconds;

  private double startSeconds;

  private List<Visit> visits;

  /**
   * A client, the number of products that it has added to its cart, and the servers that store it.
   */
  private record Visit(ApiClient client, int products, Copies copies) {

    /** The number of changes that the client still sees: all, or none. */
    int changesLeft() {
      return copies.onSecond().bean() ? products : 0;
    }
  }

  @BeforeAll
  void start() throws Exception {
    cluster = Cluster.ofSecond(ONE_COPY);
    cluster.second().awaitReady();
    for (int i = 0; i < EARLIER_CARTS; i++) {
      earlier.add(cluster.second().client());
      add(earlier.get(i));
      earlier.get(i).get("/api/cart");
    }
    double before = cluster.second().metric(TRANSFERRED);
    long begin = System.nanoTime();
    partLeftToSecond = SessionWatch.partLeftAfterStartOfFirst(cluster);
    startSeconds = (System.nanoTime() - begin) / 1e9;
    transferSeconds = cluster.second().metric(TRANSFERRED) - before;
    visits = begun();
    cluster.killFirst();
  }

  @AfterAll
  void stop() throws Exception {
    cluster.close();
  }

  @Test
  void thePageToTryItByHandIsOffByDefault() throws Exception {
    assertThat(cluster.second().client().get("/page/").status()).isEqualTo(404);
    assertThat(cluster.second().client().get("/page/session").status()).isEqualTo(404);
    assertThat(cluster.second().client().get("/page/transactions.json").status()).isEqualTo(404);
  }

  @Test
  void aCartIsLostWithTheServerThatHasItAndWithNoOther() throws Exception {
    for (int i = 0; i < CARTS; i++) {
      Visit visit = visits.get(i);
      ApiClient client = visit.client().movedTo(cluster.second());
      if (i % 4 < 2) {
        looksFirst(visit, client);
      } else {
        addsFirst(visit, client);
      }
      client.delete("/api/cart");
    }
  }

  /**
   * Sessions and carts move to a server that joins: only some of them, and independently of each
   * other.
   */
  @Test
  void aSessionWithoutItsCartGetsAnErrorAndAnotherBegins() throws Exception {
    int whole = 0;
    int half = 0;
    for (ApiClient client : earlier) {
      Answer refused = client.post("/api/cart/products", "{}");
      assertThat(refused.status()).isEqualTo(400);
      Answer answer = client.post("/api/cart/products", PRODUCT);
      boolean lost = answer.status() == 409;
      assertThat(refused.number("changes")).isEqualTo(lost ? 0 : answer.number("changes") - 1);
      if (lost) {
        half++;
        assertThat(answer.text("error")).isEqualTo("the cart was lost with its server");
        assertThat(answer.number("changes")).isZero();
        assertThat(add(client).number("changes")).isEqualTo(1);
      } else {
        assertThat(answer.number("changes")).isIn(1, 2);
        whole += answer.number("changes") == 2 ? 1 : 0;
      }
    }
    assertThat(half).isPositive();
    assertThat(whole + half).isEqualTo((int) Math.round(EARLIER_CARTS * partLeftToSecond));
  }

  /** A few kilobytes on one machine: less than the time that the server took to start. */
  @Test
  @Moves(TRANSFERRED)
  void theServersReportForHowLongTheyGaveSessionsToTheOneThatJoined() throws Exception {
    assertThat(transferSeconds).isPositive().isLessThan(startSeconds);
    double now = cluster.second().metric(TRANSFERRED);
    Thread.sleep(1_000);
    assertThat(cluster.second().metric(TRANSFERRED)).as("none goes on").isEqualTo(now);
  }

  /** Half of the carts are created on each server; with one to three products. */
  private List<Visit> begun() throws Exception {
    SessionWatch watch = new SessionWatch(cluster, true, true);
    List<Visit> visits = new ArrayList<>();
    for (int i = 0; i < CARTS; i++) {
      AppServer server = i % 2 == 0 ? cluster.first() : cluster.second();
      ApiClient client = server.client();
      int products = 1 + i % 3;
      for (int product = 1; product <= products; product++) {
        assertThat(add(client).number("changes")).isEqualTo(product);
      }
      // A session's next request waits until the previous change is written.
      client.get("/api/cart");
      Copies copies = watch.ofNewSession();
      assertThat(copies.ofWebSession()).isEqualTo(1);
      assertThat(copies.ofBean()).isEqualTo(1);
      // A new session and its cart are stored on the server that created them.
      assertThat(copies.onSecond()).isEqualTo(new Kept(i % 2 == 1, i % 2 == 1));
      visits.add(new Visit(client, products, copies));
    }
    return visits;
  }

  private static void looksFirst(Visit visit, ApiClient client) throws Exception {
    Answer seen = client.get("/api/cart");

    assertThat(seen.status()).isEqualTo(200);
    assertThat(seen.number("changes")).as("%s", visit).isEqualTo(visit.changesLeft());
    assertThat(seen.number("products")).as("%s", visit).isEqualTo(visit.changesLeft());
    assertThat(add(client).number("changes")).as("%s", visit).isEqualTo(visit.changesLeft() + 1);
  }

  private static void addsFirst(Visit visit, ApiClient client) throws Exception {
    Answer added = add(client);
    assertThat(added.number("changes")).as("%s", visit).isEqualTo(visit.changesLeft() + 1);
    assertThat(added.number("products")).as("%s", visit).isEqualTo(visit.changesLeft() + 1);
  }

  private static Answer add(ApiClient client) throws Exception {
    Answer answer = client.post("/api/cart/products", PRODUCT);
    assertThat(answer.status()).isEqualTo(200);
    return answer;
  }
}
