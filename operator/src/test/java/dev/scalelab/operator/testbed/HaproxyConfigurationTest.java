package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.scalelab.operator.api.BalancerSpec;
import dev.scalelab.operator.api.BalancingPolicy;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Ports;
import dev.scalelab.operator.support.Specs;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;
import java.net.CookieManager;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowingConsumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The balancer's configuration, read by eye and by HAProxy. */
class HaproxyConfigurationTest {
  private static final List<String> PODS = List.of("small-base-2-app-0", "small-base-2-app-1");
  private static final String DOMAIN = "small-base-2-app.default.svc.cluster.local";

  @Test
  void serversAreNamedAfterTheirPodsAndKeepTheirSessions() {
    String text = text(Specs.balancer(true));
    assertThat(text)
        .contains(
            "  server small-base-2-app-0 small-base-2-app-0.%s:8080 cookie small-base-2-app-0\n"
                .formatted(DOMAIN),
            "  server small-base-2-app-1 small-base-2-app-1.%s:8080 cookie small-base-2-app-1\n"
                .formatted(DOMAIN),
            "cookie SCALELAB_SERVER insert indirect preserve nocache",
            "acl servers_missing nbsrv(servers) lt 2\n",
            "  option httpchk GET /health/ready\n",
            "check port 9990 ",
            "maxconn 64 ",
            "timeout queue 2000ms\n",
            "timeout server 11000ms\n");
  }

  @Test
  void anOwnApplicationIsAskedForItsHealthWhereItSays() {
    HealthCheck health = HealthCheck.of(Experiments.own("default").getSpec().workload());

    assertThat(text(Specs.balancer(true), health))
        .contains("  option httpchk GET /ready\n", "check port 8080 ");
  }

  @Test
  void withoutStickySessionsThereIsNoCookie() {
    assertThat(text(Specs.balancer(false))).doesNotContain("cookie");
  }

  @Test
  void connectionsAreClosedAtBothEndsWhereTheWorkloadKeepsNone(@TempDir Path directory)
      throws Exception {
    String closing =
        HaproxyConfiguration.text(
            Specs.balancer(true),
            PODS,
            DOMAIN,
            new HealthCheck(9990, "/health/ready"),
            10_000,
            false);
    assertThat(closing).contains("\n  timeout check 3s\n  option httpclose\n  # A request whose");
    assertThat(text(Specs.balancer(true)))
        .contains("\n  timeout check 3s\n  # A request whose")
        .doesNotContain("httpclose");
    Assumptions.assumeTrue(haproxyIsInstalled(), "haproxy is not installed on this machine");
    Path file = Files.writeString(directory.resolve("haproxy.cfg"), closing);
    assertThat(run("haproxy", "-c", "-f", file.toString())).doesNotContain("WARNING", "ALERT");
  }

  @Test
  void threadsAndConnectionsFollowTheBalancersOwnResources() {
    BalancerSpec large =
        new BalancerSpec(
            null,
            BalancingPolicy.LEAST_CONNECTIONS,
            true,
            200,
            500,
            new Quantity("1500m"),
            new Quantity("768Mi"),
            Map.of());
    assertThat(text(large))
        .contains("nbthread 2\n", "  maxconn 16384\n", "balance leastconn\n", "maxconn 200 ");
  }

  @ParameterizedTest
  @EnumSource(BalancingPolicy.class)
  void haproxyItselfTakesIt(BalancingPolicy policy, @TempDir Path directory) throws Exception {
    Assumptions.assumeTrue(haproxyIsInstalled(), "haproxy is not installed on this machine");
    BalancerSpec given = Specs.balancer(policy == BalancingPolicy.ROUND_ROBIN);
    BalancerSpec balancer =
        new BalancerSpec(
            null, policy, given.stickySessions(), 64, 2000, given.cpu(), given.memory(), Map.of());
    Path file = Files.writeString(directory.resolve("haproxy.cfg"), text(balancer));
    assertThat(run("haproxy", "-c", "-f", file.toString())).doesNotContain("WARNING", "ALERT");
  }

  @ParameterizedTest(name = "sticky: {0}")
  @ValueSource(booleans = {true, false})
  void aClientStaysWithTheServerOfItsFirstRequestWhereSessionsAreSticky(
      boolean sticky, @TempDir Path directory) throws Exception {
    Assumptions.assumeTrue(haproxyIsInstalled(), "haproxy is not installed on this machine");
    behind(
        directory,
        Specs.balancer(sticky),
        List.of(server("one", null), server("other", null)),
        url -> {
          Set<String> first = new HashSet<>();
          for (int i = 0; i < 4; i++) {
            // An odd number, so that without stickiness the next client begins at the other server.
            List<String> served = served(url, 3);
            first.add(served.get(0));
            assertThat(Set.copyOf(served)).hasSize(sticky ? 1 : 2);
          }
          assertThat(first).as("clients are shared out").contains("one", "other");
        });
  }

  @Test
  void aServerMaySendAClientToAnotherOne(@TempDir Path directory) throws Exception {
    Assumptions.assumeTrue(haproxyIsInstalled(), "haproxy is not installed on this machine");
    behind(
        directory,
        Specs.balancer(true),
        List.of(
            server("sender", "SCALELAB_SERVER=" + PODS.get(1) + "; Path=/"), server("owner", null)),
        url -> {
          for (int i = 0; i < 4; i++) {
            assertThat(served(url, 3).subList(1, 3))
                .as("wherever the client's first request was")
                .containsOnly("owner");
          }
        });
  }

  /** What a new client is answered, request after request. */
  private static List<String> served(String url, int requests) throws Exception {
    HttpClient client = HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
    List<String> answers = new ArrayList<>();
    for (int i = 0; i < requests; i++) {
      answers.add(get(client, url));
    }
    return answers;
  }

  /** Two servers behind a HAProxy at the URL that the check gets; all end with it. */
  private static void behind(
      Path directory,
      BalancerSpec balancer,
      List<HttpServer> servers,
      ThrowingConsumer<String> check)
      throws Exception {
    String address = "127.0.0.1:" + Ports.free();
    String text =
        text(balancer)
            .replace("bind :8080", "bind " + address)
            .replace("bind :8405", "bind 127.0.0.1:" + Ports.free())
            .replace(PODS.get(0) + "." + DOMAIN + ":8080", address(servers.get(0)))
            .replace(PODS.get(1) + "." + DOMAIN + ":8080", address(servers.get(1)))
            .replace(" check port 9990", "");
    Process haproxy = haproxy(directory, text);
    try {
      String url = "http://" + address;
      Awaitility.await("HAProxy")
          .atMost(Duration.ofSeconds(20))
          .ignoreExceptions()
          .until(() -> get(url) != null);
      check.accept(url);
    } finally {
      haproxy.destroyForcibly();
      servers.forEach(server -> server.stop(0));
    }
  }

  /** Answers everything with a text, and a cookie where it has one. */
  private static HttpServer server(String text, String cookie) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), Ports.free()), 0);
    server.createContext(
        "/",
        exchange -> {
          if (cookie != null) {
            exchange.getResponseHeaders().add("Set-Cookie", cookie);
          }
          exchange.sendResponseHeaders(200, text.length());
          try (exchange) {
            exchange.getResponseBody().write(text.getBytes(StandardCharsets.UTF_8));
          }
        });
    server.start();
    return server;
  }

  private static String address(HttpServer server) {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  private static Process haproxy(Path directory, String text) throws IOException {
    Path file = Files.writeString(directory.resolve("haproxy.cfg"), text);
    return new ProcessBuilder("haproxy", "-db", "-f", file.toString())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  @Test
  void haproxyTellsHowManyServersAreInItsRotation(@TempDir Path directory) throws Exception {
    Assumptions.assumeTrue(haproxyIsInstalled(), "haproxy is not installed on this machine");
    int metrics = Ports.free();
    String text =
        text(Specs.balancer(true))
            .replace("bind :8080", "bind 127.0.0.1:" + Ports.free())
            .replace("bind :8405", "bind 127.0.0.1:" + metrics);
    Process haproxy = haproxy(directory, text);
    try {
      // There are no pods here that its servers are named after.
      Awaitility.await("HAProxy's metrics")
          .atMost(Duration.ofSeconds(20))
          .ignoreExceptions()
          .untilAsserted(
              () ->
                  assertThat(get("http://127.0.0.1:%d/metrics".formatted(metrics)))
                      .contains("\nhaproxy_backend_active_servers{proxy=\"servers\"} 0\n"));
    } finally {
      haproxy.destroyForcibly();
    }
  }

  private static String text(BalancerSpec balancer) {
    return text(balancer, new HealthCheck(9990, "/health/ready"));
  }

  private static String text(BalancerSpec balancer, HealthCheck health) {
    return HaproxyConfiguration.text(balancer, PODS, DOMAIN, health, 10_000, true);
  }

  private static boolean haproxyIsInstalled() throws InterruptedException {
    try {
      return new ProcessBuilder("haproxy", "-v").start().waitFor() == 0;
    } catch (IOException notFound) {
      return false;
    }
  }

  private static String get(String url) throws Exception {
    return get(HttpClient.newHttpClient(), url);
  }

  private static String get(HttpClient client, String url) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(10)).build();
    return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  /** What the command prints; it must end well. */
  private static String run(String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(output).isZero();
    return output;
  }
}
