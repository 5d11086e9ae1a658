package dev.scalelab.benchmark.ecperf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.benchmark.support.ApiClient;
import dev.scalelab.benchmark.support.ApiClient.Answer;
import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.DomainDatabases.Grouping;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Two servers whose domains are all in one database. */
class OneDatabaseIT extends DomainsContract {

  OneDatabaseIT() {
    super(Grouping.ALL_IN_ONE, Map.of());
  }

  /** Sessions with two copies each; after all other tests, because the servers end. */
  @Nested
  @TestMethodOrder(MethodOrderer.OrderAnnotation.class)
  class Carts {

    @Test
    @Order(1)
    void aCartBuiltOnOneServerIsReadAndOrderedOnTheOther() throws Exception {
      ApiClient onA = ecperf.a().client();
      onA.post("/api/ecperf/cart/lines", "{\"itemId\":7,\"quantity\":3}");
      ApiClient onB = onA.movedTo(ecperf.b());

      assertThat(onB.get("/api/ecperf/cart").number("quantity")).isEqualTo(3);
      Answer placed = onB.post("/api/ecperf/orders", "{\"customerId\":1}");

      assertThat(placed.status()).isEqualTo(201);
      assertThat(placed.pod()).isEqualTo(ecperf.b().podName());
      assertThat(onA.get("/api/ecperf/cart").number("lines"))
          .as("session has ended on both")
          .isZero();
      assertThat(onA.get("/api/ecperf/orders/" + placed.number("orderId")).json())
          .isEqualTo(placed.json());
    }

    @Test
    @Order(2)
    void aSessionGoesToAndFroWithoutLosingALine() throws Exception {
      ApiClient onA = ecperf.a().client();
      onA.post("/api/ecperf/cart/lines", "{\"itemId\":1,\"quantity\":1}");
      ApiClient onB = onA.movedTo(ecperf.b());
      for (int item = 2; item <= 20; item++) {
        ApiClient next = item % 2 == 0 ? onB : onA;
        Answer answer =
            next.post("/api/ecperf/cart/lines", "{\"itemId\":%d,\"quantity\":1}".formatted(item));
        assertThat(answer.number("lines")).isEqualTo(item);
      }
    }

    @Test
    @Order(3)
    void stateIsCountedInTheCachesOfBothServers() throws Exception {
      ecperf.a().client().post("/api/ecperf/cart/lines", "{\"itemId\":7,\"quantity\":3}");

      for (AppServer server : ecperf.servers()) {
        for (String cache : List.of("ROOT.war\"", "ROOT.war/distributed\"")) {
          assertThat(entries(server, cache)).as(server.podName() + " " + cache).isPositive();
        }
      }
    }

    @Test
    @Order(4)
    void cartsOutliveTheServerThatTheyWereBuiltOn() throws Exception {
      List<ApiClient> carts = new ArrayList<>();
      for (int i = 1; i <= 20; i++) {
        ApiClient onA = ecperf.a().client();
        onA.post("/api/ecperf/cart/lines", "{\"itemId\":7,\"quantity\":%d}".formatted(i));
        // WildFly replicates a session after it has sent the response. The session's next request
        // waits for that, so changes that were read afterwards are safe.
        onA.get("/api/ecperf/cart");
        carts.add(onA.movedTo(ecperf.b()));
      }
      ecperf.cluster().killFirst();

      for (int i = 1; i <= 20; i++) {
        Answer placed = carts.get(i - 1).post("/api/ecperf/orders", "{\"customerId\":1}");
        assertThat(placed.status()).isEqualTo(201);
        assertThat(placed.json().getJsonArray("lines").getJsonObject(0).getInt("quantity"))
            .isEqualTo(i);
      }
    }

    @Test
    @Order(5)
    void aServerIsGoneSoonAfterItIsAskedTo() throws Exception {
      assertThat(ecperf.b().stop()).isLessThan(Duration.ofSeconds(30));
    }

    private static double entries(AppServer server, String cache) throws Exception {
      return server
          .management("/metrics")
          .body()
          .lines()
          .filter(line -> line.startsWith("infinispan_number_of_entries{") && line.contains(cache))
          .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
          .sum();
    }
  }
}
