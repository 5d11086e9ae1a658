package dev.scalelab.operator.testbed;

import static dev.scalelab.operator.testbed.HaproxyConfigurationTest.DOMAIN;
import static dev.scalelab.operator.testbed.HaproxyConfigurationTest.PODS;
import static dev.scalelab.operator.testbed.HaproxyConfigurationTest.SERVERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.sun.net.httpserver.HttpServer;
import dev.scalelab.operator.api.BalancerSpec;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Ports;
import dev.scalelab.operator.support.RequestLine;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.assertj.core.api.ThrowingConsumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Behaviour of HAProxy itself with the balancer's configuration. */
class HaproxyBehaviourTest {
  private static final HealthCheck HEALTH = new HealthCheck(9990, "/health/ready");

  @BeforeAll
  static void needsHaproxy() throws Exception {
    Assumptions.assumeTrue(
        RunningHaproxy.isInstalled(), "haproxy is not installed on this machine");
  }

  @ParameterizedTest(name = "sticky: {0}")
  @ValueSource(booleans = {true, false})
  void aClientStaysWithTheServerOfItsFirstRequestWhereSessionsAreSticky(
      boolean sticky, @TempDir Path directory) throws Exception {
    behind(
        directory,
        text(Experiments.balancer(sticky), true),
        List.of(server("one", null), server("other", null)),
        haproxy -> {
          Set<String> first = new HashSet<>();
          for (int i = 0; i < 4; i++) {
            // An odd number, so that without stickiness the next client starts at the other server.
            List<String> served = haproxy.served("/", 3);
            first.add(served.get(0));
            assertThat(Set.copyOf(served)).hasSize(sticky ? 1 : 2);
          }
          assertThat(first).as("clients are shared out").contains("one", "other");
        });
  }

  @Test
  void aServerMaySendAClientToAnotherOne(@TempDir Path directory) throws Exception {
    behind(
        directory,
        text(Experiments.balancer(true), true),
        List.of(
            server("sender", "SCALELAB_SERVER=" + PODS.get(1) + "; Path=/"), server("owner", null)),
        haproxy -> {
          for (int i = 0; i < 4; i++) {
            assertThat(haproxy.served("/", 3).subList(1, 3))
                .as("wherever the client's first request was")
                .containsOnly("owner");
          }
        });
  }

  /** As sent by the workload cells without keep-alive. */
  @Test
  void aRequestOfHttp10HasAConnectionOfItsOwnAtBothEnds(@TempDir Path directory) throws Exception {
    List<Integer> connections = new CopyOnWriteArrayList<>();
    HttpServer server = noting(connections);
    behind(
        directory,
        text(Experiments.balancer(false), false),
        List.of(server, server),
        haproxy -> {
          for (int i = 0; i < 6; i++) {
            assertThat(answerUntilTheConnectionIsClosed(haproxy.port(), "GET /call HTTP/1.0"))
                .containsPattern("^HTTP/1.[01] 204")
                .containsIgnoringCase("connection: close");
          }
        });
    assertThat(connections).hasSize(6).doesNotHaveDuplicates();
  }

  @ParameterizedTest(name = "kept: {0}")
  @ValueSource(booleans = {true, false})
  void connectionsToServersAreUsedAgainWhereTheWorkloadKeepsThem(
      boolean kept, @TempDir Path directory) throws Exception {
    List<Integer> connections = new CopyOnWriteArrayList<>();
    HttpServer server = noting(connections);
    behind(
        directory,
        text(Experiments.balancer(true), kept),
        List.of(server, server),
        haproxy -> haproxy.served("/call", 6));
    assertThat(connections).hasSize(6);
    assertThat(Set.copyOf(connections)).hasSize(kept ? 1 : 6);
  }

  /** Records the connection of each call by its port. */
  private static HttpServer noting(List<Integer> connections) throws IOException {
    HttpServer server = server("one", null);
    server.createContext(
        "/call",
        exchange -> {
          connections.add(exchange.getRemoteAddress().getPort());
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    return server;
  }

  private static String answerUntilTheConnectionIsClosed(int port, String request)
      throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout((int) Duration.ofSeconds(10).toMillis());
      socket.getOutputStream().write((request + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }
  }

  @Test
  void itsLogHasEachRequestWithItsSessionAndStateIfAskedFor(@TempDir Path directory)
      throws Exception {
    BalancerSpec asked = Experiments.balancer(true).withRequestLog(true);
    HttpServer server = server("one", "JSESSIONID=abc_1.one; Path=/");
    server.createContext(
        "/changed",
        exchange -> {
          exchange.getResponseHeaders().add("Set-Cookie", "JSESSIONID=abc_1.one; Path=/");
          exchange.getResponseHeaders().add("X-ScaleLab-State", "abc 3 one");
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    behind(
        directory,
        text(asked, true),
        List.of(server, server),
        haproxy -> {
          haproxy.served("/changed", 2);
          haproxy.served("/", 1);
          Awaitility.await("a line for each")
              .atMost(Duration.ofMinutes(1))
              .untilAsserted(() -> assertThat(requests(haproxy.log())).hasSizeGreaterThan(3));
          assertThat(requests(haproxy.log()))
              .as("the first is the one that it was ready")
              .extracting(RequestLine::session, RequestLine::state, RequestLine::status)
              .contains(tuple("abc_1", "abc 3 one", 204), tuple("abc_1", null, 200));
          assertThat(requests(haproxy.log())).extracting(RequestLine::server).isSubsetOf(PODS);
        });
  }

  private static List<RequestLine> requests(String log) {
    return log.lines().flatMap(line -> RequestLine.of(line).stream()).toList();
  }

  @Test
  void itReportsTheNumberOfServersInItsRotation(@TempDir Path directory) throws Exception {
    // There are no pods for the names of its servers here.
    try (RunningHaproxy haproxy =
        new RunningHaproxy(directory, text(Experiments.balancer(true), true))) {
      Awaitility.await("HAProxy's metrics")
          .atMost(Duration.ofMinutes(2))
          .ignoreExceptions()
          .untilAsserted(
              () ->
                  assertThat(haproxy.metrics())
                      .contains("\nhaproxy_backend_active_servers{proxy=\"servers\"} 0\n"));
    }
  }

  /** Two servers behind a HAProxy, which the check gets; all end with it. */
  private static void behind(
      Path directory, String text, List<HttpServer> servers, ThrowingConsumer<RunningHaproxy> check)
      throws IOException {
    try (RunningHaproxy haproxy =
        new RunningHaproxy(directory, RunningHaproxy.before(text, PODS, DOMAIN, servers))) {
      check.accept(haproxy.awaitReady());
    } finally {
      servers.forEach(server -> server.stop(0));
    }
  }

  /** Answers every request with a text, and with a cookie if there is one. */
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

  private static String text(BalancerSpec balancer, boolean keepAlive) {
    return HaproxyConfiguration.text(balancer, SERVERS, HEALTH, 10_000, keepAlive);
  }
}
