package dev.scalelab.benchmark.ecperf.customer.interfaces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.scalelab.benchmark.support.ApiClient;
import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.Cluster;
import dev.scalelab.benchmark.support.DatasetRunner;
import dev.scalelab.benchmark.support.Postgres;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a cluster of two servers promises when each session has one copy. */
@ExtendWith(Postgres.class)
class OneCopyIT {

  @Test
  void aCartIsSeenByBothServersAndIsLostWithTheOneThatHasIt(Postgres.Instance postgres)
      throws Exception {
    postgres.createTemplate("one_copy");
    Map<String, String> environment = postgres.environment("one_copy");
    DatasetRunner.succeed(environment, "reset");
    environment.put("SESSION_COPIES", "1");
    try (Cluster cluster = Cluster.ofTwo(environment)) {
      AppServer a = cluster.first().awaitReady();
      AppServer b = cluster.second().awaitReady();
      for (AppServer server : List.of(a, b)) {
        await()
            .atMost(Duration.ofSeconds(60))
            .until(() -> server.metric("scalelab_cluster_members") == 2);
      }
      List<ApiClient> carts = new ArrayList<>();
      for (int i = 1; i <= 10; i++) {
        ApiClient onA = a.client();
        onA.post("/api/cart/lines", "{\"itemId\":7,\"quantity\":%d}".formatted(i));
        ApiClient onB = onA.movedTo(b);
        assertThat(onB.get("/api/cart").number("quantity")).isEqualTo(i);
        carts.add(onB);
      }

      a.kill();

      // A server makes sessions whose ids are its own to keep: all ten were on the one that died.
      for (ApiClient onB : carts) {
        assertThat(onB.get("/api/cart").number("lines")).isZero();
      }
    }
  }
}
