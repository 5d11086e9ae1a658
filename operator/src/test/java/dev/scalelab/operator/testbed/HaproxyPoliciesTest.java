package dev.scalelab.operator.testbed;

import static dev.scalelab.operator.testbed.HaproxyConfigurationTest.DOMAIN;
import static dev.scalelab.operator.testbed.HaproxyConfigurationTest.PODS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Ports;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How HAProxy itself distributes requests over two servers with each policy. */
class HaproxyPoliciesTest {
  private static final String ONE = "one";
  private static final String OTHER = "other";

  private final HttpServer one = NamedServer.start(ONE);
  private final HttpServer other = NamedServer.start(OTHER);
  private final List<AutoCloseable> agents = new ArrayList<>();
  @TempDir Path directory;

  HaproxyPoliciesTest() throws IOException {}

  @BeforeAll
  static void needsHaproxy() throws Exception {
    Assumptions.assumeTrue(
        RunningHaproxy.isInstalled(), "haproxy is not installed on this machine");
  }

  @AfterEach
  void stop() throws Exception {
    one.stop(0);
    other.stop(0);
    for (AutoCloseable agent : agents) {
      agent.close();
    }
  }

  @Test
  void aServerOfThreeTimesTheWeightGetsThreeTimesTheRequests() throws Exception {
    try (RunningHaproxy haproxy = haproxy("{sticky: false, weights: [3, 1]}")) {
      assertThat(Collections.frequency(haproxy.served("/", 40), ONE)).isEqualTo(30);
    }
  }

  @Test
  void aServerWithoutAWeightHasOne() throws Exception {
    try (RunningHaproxy haproxy = haproxy("{sticky: false, weights: [4]}")) {
      assertThat(Collections.frequency(haproxy.served("/", 40), ONE)).isEqualTo(32);
    }
  }

  /** Round robin would give each server exactly half, and the same one to each second client. */
  @Test
  void firstAvailableKeepsTheServerOfAClientOverItsSessions() throws Exception {
    try (RunningHaproxy haproxy = haproxy("{policy: FirstAvailable}")) {
      Set<String> servers = new HashSet<>();
      for (int client = 0; client < 20; client++) {
        Map<String, String> header = Map.of(HaproxyConfiguration.CLIENT_HEADER, "" + client);
        Set<String> served = new HashSet<>();
        for (int session = 0; session < 5; session++) {
          served.add(haproxy.served("/", 1, header).get(0));
        }
        assertThat(served).as("sessions of client %d", client).hasSize(1);
        servers.addAll(served);
      }
      assertThat(servers).as("both servers have clients").hasSize(2);
    }
  }

  @Test
  void otherPoliciesChooseAServerForEachSessionOfAClient() throws Exception {
    try (RunningHaproxy haproxy = haproxy("{policy: RoundRobin}")) {
      Map<String, String> header = Map.of(HaproxyConfiguration.CLIENT_HEADER, "7");
      Set<String> served = new HashSet<>();
      for (int session = 0; session < 4; session++) {
        served.add(haproxy.served("/", 1, header).get(0));
      }
      assertThat(served).hasSize(2);
    }
  }

  @Test
  void aClientWhoseKeptServerIsGoneGetsAnotherOneAndKeepsThat() throws Exception {
    try (RunningHaproxy haproxy = haproxy("{policy: FirstAvailable}")) {
      Map<String, String> client = Map.of(HaproxyConfiguration.CLIENT_HEADER, "1");
      String kept = haproxy.served("/", 1, client).get(0);
      (kept.equals(ONE) ? one : other).stop(0);

      String next = kept.equals(ONE) ? OTHER : ONE;
      assertThat(haproxy.served("/", 3, client)).containsOnly(next);
      assertThat(haproxy.served("/", 3, client)).containsOnly(next);
    }
  }

  @Test
  void loadAwareFollowsWhatEachServerReports() throws Exception {
    String text = text("{policy: LoadAware, sticky: false}");
    try (RunningHaproxy haproxy = withAgents(text, "20%\n", "80%\n")) {
      awaitWeights(haproxy, 20, 80);
      assertThat(Collections.frequency(haproxy.served("/", 100), ONE)).isBetween(19, 21);
    }
  }

  /** The percentage is of the configured weight. */
  @Test
  void loadAndWeightsMultiply() throws Exception {
    String text = text("{policy: LoadAware, sticky: false, weights: [1, 2]}");
    try (RunningHaproxy haproxy = withAgents(text, "100%\n", "10%\n")) {
      awaitWeights(haproxy, 50, 10);
    }
  }

  private void awaitWeights(RunningHaproxy haproxy, double first, double second) {
    await("weights")
        .atMost(Duration.ofMinutes(2))
        .untilAsserted(
            () -> {
              assertThat(weight(haproxy, PODS.get(0))).isEqualTo(first);
              assertThat(weight(haproxy, PODS.get(1))).isEqualTo(second);
            });
  }

  /** As in the evidence of a step. */
  private static double weight(RunningHaproxy haproxy, String pod) throws Exception {
    return haproxy.metric("haproxy_server_weight{proxy=\"servers\",server=\"%s\"}".formatted(pod));
  }

  private RunningHaproxy haproxy(String balancer) throws IOException {
    return started(text(balancer));
  }

  /** Each server has an agent of its own, which always gives the same answer. */
  private RunningHaproxy withAgents(String text, String first, String second) throws IOException {
    String ports = text.replace(" agent-port " + LoadAgent.PORT, "");
    for (int i = 0; i < PODS.size(); i++) {
      String line = " cookie " + PODS.get(i);
      String server = PODS.get(i) + "." + DOMAIN + ":8080 ";
      int agent = agent(i == 0 ? first : second);
      ports = ports.replace(line, "").replace(server, server + "agent-port " + agent + " ");
    }
    return started(ports);
  }

  private RunningHaproxy started(String text) throws IOException {
    return new RunningHaproxy(
            directory, RunningHaproxy.before(text, PODS, DOMAIN, List.of(one, other)))
        .awaitReady();
  }

  private static String text(String balancer) {
    return HaproxyConfiguration.text(
        Experiments.with(Experiments.small("default"), "system: {balancer: " + balancer + "}")
            .getSpec()
            .system()
            .balancer(),
        HaproxyConfigurationTest.SERVERS,
        new HealthCheck(9990, "/health/ready"),
        10_000,
        true);
  }

  /** Answers each connection with a text, like a server's agent. */
  private int agent(String text) throws IOException {
    ServerSocket socket = new ServerSocket(Ports.free(), 50, InetAddress.getLoopbackAddress());
    agents.add(socket);
    Thread thread =
        new Thread(
            () -> {
              while (!socket.isClosed()) {
                try (Socket balancer = socket.accept()) {
                  balancer.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
                } catch (IOException endOfTest) {
                  // The socket is closed.
                }
              }
            });
    thread.setDaemon(true);
    thread.start();
    return socket.getLocalPort();
  }
}
