package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.scalelab.operator.plan.ServerTier;
import dev.scalelab.operator.support.Experiments;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real HAProxy in front of a web tier of one server, and a bean tier of two. */
class TieredBalancerTest {
  private static final String WEB = "small-base-2-app-web";
  private static final String BEANS = "small-base-2-app-beans";
  private static final String CALL =
      "/wildfly-services/ejb/v2/invoke/-/ROOT/-/Bean/-/dev.scalelab.benchmark.cells.application.Runs/named";

  private static final String CREATION = "/wildfly-services/ejb/v2/open/-/ROOT/-/KeptCartBean";
  private static final String CALL_OF_ONE =
      "/wildfly-services/ejb/v2/invoke/-/ROOT/-/KeptCartBean/%s/dev.scalelab.benchmark.cart.application.KeptCart/content";

  private RunningHaproxy haproxy;
  private Map<String, HttpServer> servers;
  private HttpServer second;

  @BeforeEach
  void start(@TempDir Path directory) throws Exception {
    Assumptions.assumeTrue(
        RunningHaproxy.isInstalled(), "haproxy is not installed on this machine");
    servers = Map.of(WEB, NamedServer.start("web"), BEANS, NamedServer.start("beans-0"));
    second = NamedServer.start("beans-1");
    String text = RunningHaproxy.before(text(true), List.of(BEANS + "-1"), BEANS, List.of(second));
    haproxy = RunningHaproxy.inFrontOf(directory, text, servers);
  }

  private static String text(boolean sticky) {
    return HaproxyConfiguration.text(
        Experiments.balancer(sticky),
        List.of(
            new HaproxyBackend("web", ServerTier.WEB, List.of(), List.of(WEB + "-0"), WEB, false),
            new HaproxyBackend(
                "beans",
                ServerTier.BEANS,
                List.of(),
                List.of(BEANS + "-0", BEANS + "-1"),
                BEANS,
                true)),
        new HealthCheck(9990, "/health/ready"),
        10_000,
        true);
  }

  @AfterEach
  void stop() {
    if (haproxy != null) {
      haproxy.close();
      servers.values().forEach(server -> server.stop(0));
      second.stop(0);
    }
  }

  @Test
  void requestsAreSentToTheWebTierAndCallsToTheBeans() throws Exception {
    assertThat(haproxy.served("/api/cells/3", 2)).containsOnly("web");
    assertThat(haproxy.served("/cells/index.html", 1)).containsOnly("web");
    assertThat(haproxy.served(CALL, 2)).containsExactlyInAnyOrder("beans-0", "beans-1");
    assertThat(haproxy.status(HttpClient.newHttpClient(), "/wildfly-services/naming/v1/lookup/x"))
        .as("a call of no bean")
        .isEqualTo(404);
  }

  /** The server that calls has one cookie for all beans, so that it can't be what decides. */
  @Test
  void theCallsOfAStatefulBeanAreSentToTheServerThatCreatedIt() throws Exception {
    Map<String, String> creators = new HashMap<>();
    for (int i = 0; i < 4; i++) {
      HttpResponse<String> made = haproxy.response(CREATION);
      creators.put(call(made), made.body());
    }

    assertThat(creators.values()).contains("beans-0", "beans-1");
    for (Map.Entry<String, String> bean : creators.entrySet()) {
      assertThat(haproxy.served(bean.getKey(), 3, Map.of("Cookie", "JSESSIONID=of-the-web-server")))
          .containsOnly(bean.getValue());
    }
    assertThat(text(false)).as("not sticky").doesNotContain("stick");
  }

  @Test
  void theCallsOfABeanWhoseServerIsLostAreSentToAnother() throws Exception {
    HttpResponse<String> made = haproxy.response(CREATION);
    HttpServer creator = made.body().equals("beans-1") ? second : servers.get(BEANS);
    String other = made.body().equals("beans-1") ? "beans-0" : "beans-1";

    creator.stop(0);

    assertThat(haproxy.served(call(made), 3)).containsOnly(other);
  }

  private static String call(HttpResponse<String> creation) {
    return CALL_OF_ONE.formatted(
        creation.headers().firstValue("x-wf-ejb-jbmar-session-id").orElseThrow());
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
    assertThat(text(true))
        .contains(
            "acl servers_missing nbsrv(servers-web) lt 1",
            "acl servers_missing nbsrv(servers-beans) lt 2")
        .doesNotContain("calls-web");
  }

  private double requests(String section) throws Exception {
    return haproxy.metric("haproxy_backend_http_requests_total{proxy=\"%s\"}".formatted(section));
  }
}
