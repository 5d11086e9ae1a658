package dev.scalelab.benchmark.ecperf.customer.interfaces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.benchmark.support.ApiClient;
import dev.scalelab.benchmark.support.ApiClient.Answer;
import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.Cluster;
import dev.scalelab.benchmark.support.DatasetRunner;
import dev.scalelab.benchmark.support.Postgres;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a cluster of two servers promises when each session has one copy. */
@ExtendWith(Postgres.class)
class OneCopyIT {

  private static final int CARTS = 40;
  private static final String ONE_PIECE = "{\"itemId\":8,\"quantity\":1}";

  @Test
  void aCartIsSeenByBothServersAndItsClientGoesOnWithAnotherWhenItIsLost(Postgres.Instance postgres)
      throws Exception {
    postgres.createTemplate("one_copy");
    Map<String, String> environment = postgres.environment("one_copy");
    DatasetRunner.succeed(environment, "reset");
    environment.put("SESSION_COPIES", "1");
    try (Cluster cluster = Cluster.ofTwo(environment)) {
      cluster.awaitReady();
      AppServer a = cluster.first();
      AppServer b = cluster.second();
      List<ApiClient> carts = new ArrayList<>();
      for (int i = 1; i <= CARTS; i++) {
        ApiClient onA = a.client();
        onA.post("/api/ecperf/cart/lines", "{\"itemId\":7,\"quantity\":%d}".formatted(i));
        ApiClient onB = onA.movedTo(b);
        assertThat(onB.get("/api/ecperf/cart").number("quantity")).isEqualTo(i);
        carts.add(onB);
      }

      a.kill();

      // Of some clients the session was on the one server and the cart on the other; a few lose
      // nothing, and none sees half a cart.
      int lost = 0;
      for (int i = 1; i <= CARTS / 2; i++) {
        Answer seen = carts.get(i - 1).get("/api/ecperf/cart");
        assertThat(seen.status()).isEqualTo(200);
        assertThat(seen.number("quantity")).isIn(0, i);
        lost += seen.number("quantity") == 0 ? 1 : 0;
      }
      assertThat(lost).isGreaterThan(CARTS / 4);
      for (ApiClient onB : carts.subList(CARTS / 2, CARTS)) {
        int status = onB.post("/api/ecperf/cart/lines", ONE_PIECE).status();
        assertThat(status).as("goes on, or is told of the loss").isIn(200, 409);
      }
      for (ApiClient onB : carts) {
        Answer added = onB.post("/api/ecperf/cart/lines", ONE_PIECE);
        assertThat(added.status()).isEqualTo(200);
        assertThat(added.number("lines")).isIn(1, 2);
        assertThat(onB.post("/api/ecperf/orders", "{\"customerId\":1}").status()).isEqualTo(201);
      }
    }
  }
}
