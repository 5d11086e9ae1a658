package dev.scalelab.benchmark.ecperf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.DomainDatabases.Grouping;
import dev.scalelab.benchmark.support.Moves;
import dev.scalelab.benchmark.support.Postgres;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;

/** Two servers with Hibernate's second-level cache: what it saves, and that nothing is stale. */
@ExtendWith(Postgres.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class EntityCacheIT {

  private EcperfCluster ecperf;

  /** Sessions are not replicated: only the entities need the cluster. */
  @BeforeAll
  void start(Postgres.Instance postgres) throws Exception {
    Map<String, String> settings =
        Map.of("ENTITY_CACHE", "clustered", "SESSION_CACHE", "local", "BEAN_CACHE", "local");
    ecperf = EcperfCluster.start(postgres, Grouping.ALL_IN_ONE, settings);
  }

  @AfterAll
  void stop() throws Exception {
    ecperf.close();
  }

  @Test
  @Order(1)
  @Moves("scalelab_entities")
  void whatWasReadBeforeIsFoundInTheServer() throws Exception {
    int order = EcperfCluster.placed(ecperf.a(), 2, 7, 9);
    show(ecperf.b(), order);
    double hits = entities(ecperf.b(), "hits");

    for (int i = 0; i < 20; i++) {
      assertThat(show(ecperf.b(), order)).isEqualTo(2);
    }

    assertThat(entities(ecperf.b(), "hits") - hits)
        .as("an order and its lines, 20 times")
        .isEqualTo(40);
    assertThat(entities(ecperf.b(), "misses")).isPositive();
    assertThat(entities(ecperf.b(), "entries")).isPositive();
    assertThat(
            ecperf
                .b()
                .metric("scalelab_setting{WF_DEPLOYMENT=\"ROOT.war\",setting=\"entityCaches\""))
        .isPositive();
  }

  @Test
  @Order(2)
  void aChangeAtOneServerIsSeenAtTheOther() throws Exception {
    int order = EcperfCluster.placed(ecperf.a(), 2, 7);
    for (int change = 1; change <= 10; change++) {
      AppServer changing = ecperf.server(change);
      AppServer reading = ecperf.server(change + 1);
      show(reading, order);

      String line = "{\"itemId\":%d,\"quantity\":1}".formatted(10 + change);
      assertThat(changing.client().put("/api/ecperf/orders/" + order, line).status())
          .isEqualTo(200);

      assertThat(show(reading, order)).as("lines after %d changes", change).isEqualTo(1 + change);
    }
  }

  /** The servers run on, and the new data have the same identifiers as the old ones. */
  @Test
  @Order(3)
  void aResetEmptiesTheCacheOfEachServer() throws Exception {
    int fromDataset = 20;
    int before = show(ecperf.a(), fromDataset);
    String line = "{\"itemId\":99,\"quantity\":1}";
    ecperf.b().client().put("/api/ecperf/orders/" + fromDataset, line);
    for (AppServer server : ecperf.servers()) {
      assertThat(show(server, fromDataset)).isEqualTo(before + 1);
    }

    ecperf.reset();

    for (AppServer server : ecperf.servers()) {
      await()
          .alias(server.podName() + " has noticed the reset")
          .atMost(Duration.ofSeconds(60))
          .until(() -> entities(server, "entries") == 0);
      assertThat(show(server, fromDataset)).isEqualTo(before);
    }
  }

  /** The number of the order's lines. */
  private static int show(AppServer server, int order) throws Exception {
    return server.client().get("/api/ecperf/orders/" + order).json().getJsonArray("lines").size();
  }

  private static double entities(AppServer server, String figure) throws Exception {
    return server.metric("scalelab_entities{WF_DEPLOYMENT=\"ROOT.war\",figure=\"" + figure + "\"");
  }
}
