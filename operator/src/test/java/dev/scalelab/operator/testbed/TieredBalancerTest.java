package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
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

/** A real HAProxy in front of a web tier and a bean tier, of one server each. */
class TieredBalancerTest {
  private static final String WEB = "small-base-2-app-web";
  private static final String BEANS = "small-base-2-app-beans";
  private static final String CALL =
      "/wildfly-services/ejb/v1/invoke/-/ROOT/-/Bean/-/dev.scalelab.benchmark.cells.application.Runs/named";

  private RunningHaproxy haproxy;
  private Map<String, HttpServer> servers;

  @BeforeEach
  void start(@TempDir Path directory) throws Exception {
    Assumptions.assumeTrue(
        RunningHaproxy.isInstalled(), "haproxy is not installed on this machine");
    servers = Map.of(WEB, NamedServer.start("web"), BEANS, NamedServer.start("beans"));
    haproxy = RunningHaproxy.inFrontOf(directory, text(), servers);
  }

  private static String text() {
    return HaproxyConfiguration.text(
        Experiments.balancer(true),
        List.of(
            new HaproxyBackend("web", ServerTier.WEB, List.of(), List.of(WEB + "-0"), WEB),
            new HaproxyBackend("beans", ServerTier.BEANS, List.of(), List.of(BEANS + "-0"), BEANS)),
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
  void requestsAreSentToTheWebTierAndCallsToTheBeans() throws Exception {
    assertThat(haproxy.served("/api/cells/3", 2)).containsOnly("web");
    assertThat(haproxy.served("/cells/index.html", 1)).containsOnly("web");
    assertThat(haproxy.served(CALL, 2)).containsOnly("beans");
    assertThat(haproxy.status(HttpClient.newHttpClient(), "/wildfly-services/common/v1/affinity"))
        .as("a call of no bean of the workload")
        .isEqualTo(404);
  }

  @Test
  void callsAreCountedApartFromTheRequestsOfClients() throws Exception {
    double before = requests("servers-web");
    haproxy.served("/api/cells/3", 3);
    haproxy.served(CALL, 2);

    Awaitility.await()
        .ignoreExceptions()
        .untilAsserted(
            () -> {
              assertThat(requests("servers-web") - before).isEqualTo(3);
              assertThat(requests("calls-beans")).isEqualTo(2);
              assertThat(requests("servers-beans")).isZero();
            });
    assertThat(
            haproxy.metric(
                "haproxy_server_http_responses_total{proxy=\"servers-beans\",server=\"%s-0\",code=\"2xx\"}"
                    .formatted(BEANS)))
        .as("known of each server, also of one without requests of clients")
        .isZero();
  }

  /** Nothing calls the servers of the web tier, so they have no section for calls. */
  @Test
  void theBalancerIsReadyOnlyWithTheServersOfBothTiers() {
    assertThat(text())
        .contains(
            "acl servers_missing nbsrv(servers-web) lt 1",
            "acl servers_missing nbsrv(servers-beans) lt 1")
        .doesNotContain("calls-web");
  }

  private double requests(String section) throws Exception {
    return haproxy.metric("haproxy_backend_http_requests_total{proxy=\"%s\"}".formatted(section));
  }
}
