package dev.scalelab.benchmark.ecperf.customer.interfaces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.benchmark.support.ApiClient;
import dev.scalelab.benchmark.support.ApiClient.Answer;
import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.Cluster;
import dev.scalelab.benchmark.support.DatasetRunner;
import dev.scalelab.benchmark.support.Postgres;
import dev.scalelab.benchmark.support.SessionWatch;
import dev.scalelab.benchmark.support.SessionWatch.Copies;
import dev.scalelab.benchmark.support.SessionWatch.Kept;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Properties of a cluster of two servers with a single copy of each session. The second is started
 * before the first, which dies.
 */
@Tag("nightly")
@ExtendWith(Postgres.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OneCopyIT {

  private static final int CARTS = 12;

  /** Enough for some sessions and their carts to be separated when a server joins. */
  private static final int EARLIER_CARTS = 40;

  private static final String ONE_PIECE = "{\"itemId\":8,\"quantity\":1}";

  private Cluster cluster;

  /** Clients with a cart each from before the start of the first server. */
  private final List<ApiClient> earlier = new ArrayList<>();

  private double partLeftToSecond;
  private List<Visit> visits;

  /** A client of the second server, and the number of pieces of one item in a cart there. */
  private record Visit(ApiClient client, int pieces, boolean keptBySecond) {

    int piecesLeft() {
      return keptBySecond ? pieces : 0;
    }

    /** After a piece of another item was added. */
    int linesWithAnother() {
      return keptBySecond ? 2 : 1;
    }
  }

  @BeforeAll
  void start(Postgres.Instance postgres) throws Exception {
    postgres.createTemplate("one_copy");
    Map<String, String> environment = postgres.environment("one_copy");
    DatasetRunner.succeed(environment, "reset");
    environment.put("SESSION_COPIES", "1");
    environment.put("BEAN_COPIES", "1");
    cluster = Cluster.ofSecond(environment);
    cluster.second().awaitReady();
    for (int i = 0; i < EARLIER_CARTS; i++) {
      earlier.add(cluster.second().client());
      earlier.get(i).post("/api/ecperf/cart/lines", ONE_PIECE);
      earlier.get(i).get("/api/ecperf/cart");
    }
    partLeftToSecond = SessionWatch.partLeftAfterStartOfFirst(cluster);
    visits = begun();
    cluster.killFirst();
  }

  @AfterAll
  void stop() throws Exception {
    cluster.close();
  }

  @Test
  void aCartIsSeenByBothServersAndItsClientGoesOnWithAnotherWhenItIsLost() throws Exception {
    for (int i = 0; i < CARTS; i++) {
      Visit visit = visits.get(i);
      if (i % 4 < 2) {
        Answer seen = visit.client().get("/api/ecperf/cart");
        assertThat(seen.status()).isEqualTo(200);
        assertThat(seen.number("quantity")).as("%s", visit).isEqualTo(visit.piecesLeft());
      }
      Answer added = visit.client().post("/api/ecperf/cart/lines", ONE_PIECE);
      assertThat(added.status()).as("%s", visit).isEqualTo(200);
      assertThat(added.number("quantity")).as("%s", visit).isEqualTo(visit.piecesLeft() + 1);
      assertThat(added.number("lines")).as("%s", visit).isEqualTo(visit.linesWithAnother());
      Answer ordered = visit.client().post("/api/ecperf/orders", "{\"customerId\":1}");
      assertThat(ordered.status()).isEqualTo(201);
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
      Answer answer = client.post("/api/ecperf/cart/lines", ONE_PIECE);
      if (answer.status() == 409) {
        half++;
        assertThat(answer.text("error")).isEqualTo("the cart was lost with its server");
        answer = client.post("/api/ecperf/cart/lines", ONE_PIECE);
        assertThat(answer.number("quantity")).isEqualTo(1);
      } else {
        assertThat(answer.number("quantity")).isIn(1, 2);
        whole += answer.number("quantity") == 2 ? 1 : 0;
      }
    }
    assertThat(half).isPositive();
    assertThat(whole + half).isEqualTo((int) Math.round(EARLIER_CARTS * partLeftToSecond));
  }

  /** Half of the carts are created on each server, and read on the other. */
  private List<Visit> begun() throws Exception {
    SessionWatch watch = new SessionWatch(cluster, true, true);
    List<Visit> visits = new ArrayList<>();
    for (int i = 0; i < CARTS; i++) {
      boolean onSecond = i % 2 == 1;
      AppServer server = onSecond ? cluster.second() : cluster.first();
      AppServer other = onSecond ? cluster.first() : cluster.second();
      ApiClient client = server.client();
      int pieces = 1 + i;
      client.post("/api/ecperf/cart/lines", "{\"itemId\":7,\"quantity\":%d}".formatted(pieces));
      ApiClient moved = client.movedTo(other);
      assertThat(moved.get("/api/ecperf/cart").number("quantity")).isEqualTo(pieces);
      Copies copies = watch.ofNewSession();
      // A new session and its cart are stored on the server that created them.
      assertThat(copies.onFirst()).isEqualTo(new Kept(!onSecond, !onSecond));
      assertThat(copies.onSecond()).isEqualTo(new Kept(onSecond, onSecond));
      visits.add(new Visit(moved.movedTo(cluster.second()), pieces, onSecond));
    }
    return visits;
  }
}
