package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.scalelab.operator.api.Domain;
import dev.scalelab.operator.plan.ServerTier;
import dev.scalelab.operator.support.Experiments;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real HAProxy in front of two partitions, of one server each. */
class PartitionedBalancerTest {
  private static final String FRONT = "small-base-2-app-front";
  private static final String PLANT = "small-base-2-app-plant";
  private static final String BEAN =
      "/wildfly-services/ejb/v1/invoke/-/ROOT/-/Bean/-/dev.scalelab.benchmark.ecperf.";

  private RunningHaproxy haproxy;
  private Map<String, HttpServer> servers;

  @BeforeEach
  void start(@TempDir Path directory) throws Exception {
    Assumptions.assumeTrue(
        RunningHaproxy.isInstalled(), "haproxy is not installed on this machine");
    servers = Map.of(FRONT, NamedServer.start("front"), PLANT, NamedServer.start("plant"));
    haproxy = RunningHaproxy.inFrontOf(directory, text(), servers);
  }

  static String text() {
    return HaproxyConfiguration.text(
        Experiments.balancer(true),
        List.of(
            new HaproxyBackend(
                "front",
                ServerTier.BOTH,
                List.of(Domain.CUSTOMER, Domain.CORPORATE),
                List.of(FRONT + "-0"),
                FRONT,
                false),
            new HaproxyBackend(
                "plant",
                ServerTier.BOTH,
                List.of(Domain.MANUFACTURING, Domain.SUPPLIER),
                List.of(PLANT + "-0"),
                PLANT,
                false)),
        new HealthCheck(9990, "/health/ready"),
        10_000,
        true);
  }

  @AfterEach
  void stop() {
    if (haproxy != null) {
      haproxy.close();
      servers.values().forEach(server -> server.stop(0));
    }
  }

  @Test
  void aRequestIsSentToThePartitionWithItsDomain() throws Exception {
    assertThat(served("/api/ecperf/cart/lines")).isEqualTo("front");
    assertThat(served("/api/ecperf/orders/7")).isEqualTo("front");
    assertThat(served("/api/ecperf/customers/7/orders")).isEqualTo("front");
    assertThat(served("/api/ecperf/parts/7")).isEqualTo("front");
    assertThat(served("/api/ecperf/work-orders/planned")).isEqualTo("plant");
    assertThat(served("/api/ecperf/purchase-orders/7/delivery")).isEqualTo("plant");
    assertThat(served("/page/")).as("without a domain").isEqualTo("front");
  }

  @Test
  void aCallIsSentToThePartitionWithTheDomainOfItsBean() throws Exception {
    assertThat(served(BEAN + "corporate.application.Terms/of/int")).isEqualTo("front");
    assertThat(served(BEAN + "manufacturing.application.LargeOrderLine/take/long"))
        .isEqualTo("plant");
    assertThat(haproxy.status(HttpClient.newHttpClient(), BEAN + "unknown.Bean/take"))
        .as("of no domain")
        .isEqualTo(404);
  }

  /** A client's session at one partition must survive its requests to another. */
  @Test
  void aClientKeepsItsServerOfEachPartition() throws Exception {
    assertThat(haproxy.served("/api/ecperf/cart", 2)).containsOnly("front");
    assertThat(haproxy.cookies("/api/ecperf/cart", "/api/ecperf/work-orders/1"))
        .containsExactlyInAnyOrder("SCALELAB_SERVER_front", "SCALELAB_SERVER_plant");
  }

  @Test
  void callsAreCountedApartFromTheRequestsOfClients() throws Exception {
    haproxy.served("/api/ecperf/work-orders/1", 3);
    haproxy.served(BEAN + "manufacturing.application.LargeOrderLine/take/long", 2);

    Awaitility.await()
        .ignoreExceptions()
        .untilAsserted(
            () -> {
              assertThat(requests("servers-plant")).isEqualTo(3);
              assertThat(requests("calls-plant")).isEqualTo(2);
              assertThat(requests("calls-front")).isZero();
            });
  }

  private double requests(String section) throws Exception {
    return haproxy.metric("haproxy_backend_http_requests_total{proxy=\"%s\"}".formatted(section));
  }

  private String served(String path) throws Exception {
    return haproxy.served(path, 1).get(0);
  }
}
