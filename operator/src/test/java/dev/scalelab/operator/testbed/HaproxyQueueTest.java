package dev.scalelab.operator.testbed;

import static dev.scalelab.operator.testbed.HaproxyConfigurationTest.DOMAIN;
import static dev.scalelab.operator.testbed.HaproxyConfigurationTest.PODS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.scalelab.operator.api.BalancerSpec;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Ports;
import java.io.IOException;
import java.net.CookieManager;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Requests that wait in HAProxy itself and requests that no server answers, and how it counts them.
 * Each of its two servers may have one request in progress.
 */
class HaproxyQueueTest {
  private static final String STICKY =
      "{sticky: true, maxRequestsPerServer: 1, queueTimeoutMillis: 500}";

  /** With time to look at a request while it waits. */
  private static final String LONG_QUEUE = STICKY.replace("500", "8000");

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch held = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);
  private final HttpServer one = server();
  private final HttpServer other = server();
  @TempDir Path directory;

  HaproxyQueueTest() throws IOException {}

  @BeforeAll
  static void needsHaproxy() throws Exception {
    Assumptions.assumeTrue(
        RunningHaproxy.isInstalled(), "haproxy is not installed on this machine");
  }

  @AfterEach
  void stop() {
    release.countDown();
    one.stop(0);
    other.stop(0);
    threads.shutdownNow();
  }

  /** As with the operator's option redispatch, which does not help. */
  @Test
  void aSessionWhoseServerIsFullIsRefusedAlthoughTheOtherServerIsIdle() throws Exception {
    try (RunningHaproxy haproxy = haproxy(STICKY, 10_000)) {
      HttpClient session = session(haproxy);
      occupy(haproxy, session);

      assertThat(haproxy.status(session, "/")).isEqualTo(503);
      assertThat(haproxy.status(session(haproxy), "/")).as("another session").isEqualTo(200);
    }
  }

  @Test
  void aFullQueueSendsASessionToTheOtherServer() throws Exception {
    try (RunningHaproxy haproxy =
        haproxy(LONG_QUEUE.replace("}", ", maxQueuePerServer: 1}"), 10_000)) {
      HttpClient session = session(haproxy);
      occupy(haproxy, session);
      CompletableFuture<Integer> waiting =
          CompletableFuture.supplyAsync(() -> status(haproxy, session), threads);
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(10))
          .until(() -> waitingInAll(haproxy) == 1);
      assertThat(inAll(haproxy, "current_sessions")).as("one at the server").isEqualTo(1);
      assertThat(haproxy.metric("haproxy_process_current_connections"))
          .as("both, and that of the metrics")
          .isGreaterThanOrEqualTo(3)
          .isLessThan(haproxy.metric("haproxy_process_max_connections"));

      assertThat(haproxy.status(session, "/")).as("the second that would wait").isEqualTo(200);
      assertThat(waiting.join()).as("the first").isEqualTo(503);
      assertThat(haproxy.status(session, "/")).as("the session stays there").isEqualTo(200);
    }
  }

  @Test
  void withoutStickinessARequestGoesToWhicheverServerHasRoom() throws Exception {
    try (RunningHaproxy haproxy =
        haproxy(STICKY.replace("sticky: true", "sticky: false"), 10_000)) {
      HttpClient client = HttpClient.newHttpClient();
      occupy(haproxy, client);

      for (int i = 0; i < 4; i++) {
        assertThat(haproxy.status(client, "/")).isEqualTo(200);
      }
    }
  }

  /** So only the difference of the two shows them. */
  @Test
  void whatItRefusesIsCountedAtTheBackendOnlyAndAsIfItHadNotWaited() throws Exception {
    try (RunningHaproxy haproxy = haproxy(STICKY, 10_000)) {
      HttpClient session = session(haproxy);
      occupy(haproxy, session);
      for (int i = 0; i < 3; i++) {
        assertThat(haproxy.status(session, "/")).isEqualTo(503);
      }

      assertThat(own(haproxy, "5xx")).isEqualTo(3);
      for (String figure : List.of("queue_time_average_seconds", "max_queue_time_seconds")) {
        assertThat(haproxy.metric("haproxy_backend_" + figure + "{proxy=\"servers\"}")).isZero();
      }
    }
  }

  @Test
  void anAnswerThatTakesTooLongIsCountedAtTheBackendOnly() throws Exception {
    try (RunningHaproxy haproxy = haproxy(STICKY, 100)) {
      double before = own(haproxy, "5xx"); // a busy machine takes longer for other answers too

      assertThat(haproxy.status(HttpClient.newHttpClient(), "/hold")).isEqualTo(504);

      assertThat(own(haproxy, "5xx") - before).isEqualTo(1);
    }
  }

  @Test
  void clientsThatGiveUpAreCountedByWhereTheirRequestWas() throws Exception {
    try (RunningHaproxy haproxy = haproxy(LONG_QUEUE, 30_000)) {
      HttpClient session = session(haproxy);
      occupy(haproxy, session);
      haproxy.giveUp(session, "/", () -> waitingInAll(haproxy) == 1);
      awaitOwn(haproxy, "other", 1);

      HttpClient another = session(haproxy);
      haproxy.giveUp(another, "/hold", () -> inAll(haproxy, "current_sessions") == 2);
      awaitOwn(haproxy, "4xx", 1);
      assertThat(own(haproxy, "5xx")).isZero();
    }
  }

  /** Responses of a class that the backend has counted, and none of its servers. */
  private static double own(RunningHaproxy haproxy, String code) throws Exception {
    double own =
        haproxy.metric(
            "haproxy_backend_http_responses_total{proxy=\"servers\",code=\"" + code + "\"}");
    for (String pod : PODS) {
      own -=
          haproxy.metric(
              "haproxy_server_http_responses_total{proxy=\"servers\",server=\"%s\",code=\"%s\"}"
                  .formatted(pod, code));
    }
    return own;
  }

  private static void awaitOwn(RunningHaproxy haproxy, String code, double expected) {
    await(code).atMost(PATIENCE).until(() -> own(haproxy, code) == expected);
  }

  private static double waitingInAll(RunningHaproxy haproxy) throws Exception {
    return inAll(haproxy, "current_queue");
  }

  private static double inAll(RunningHaproxy haproxy, String gauge) throws Exception {
    double sum = 0;
    for (String pod : PODS) {
      sum +=
          haproxy.metric(
              "haproxy_server_%s{proxy=\"servers\",server=\"%s\"}".formatted(gauge, pod));
    }
    return sum;
  }

  /** A request in progress at a session's server until the end of the test. */
  private void occupy(RunningHaproxy haproxy, HttpClient session) {
    CompletableFuture.runAsync(() -> hold(haproxy, session), threads);
    await().atMost(PATIENCE).until(() -> held.getCount() == 0);
  }

  private static void hold(RunningHaproxy haproxy, HttpClient session) {
    try {
      haproxy.status(session, "/hold");
    } catch (Exception endOfTest) {
      // It is answered at the end, or its connection is closed.
    }
  }

  private static int status(RunningHaproxy haproxy, HttpClient session) {
    try {
      return haproxy.status(session, "/");
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** A client whose session has begun. */
  private static HttpClient session(RunningHaproxy haproxy) throws Exception {
    HttpClient client = HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
    assertThat(haproxy.status(client, "/")).isEqualTo(200);
    return client;
  }

  private RunningHaproxy haproxy(String balancer, int requestTimeoutMillis) throws IOException {
    BalancerSpec spec =
        Experiments.with(Experiments.small("default"), "system: {balancer: " + balancer + "}")
            .getSpec()
            .system()
            .balancer();
    String text =
        HaproxyConfiguration.text(
            spec,
            HaproxyConfigurationTest.SERVERS,
            new HealthCheck(9990, "/health/ready"),
            requestTimeoutMillis,
            true);
    return new RunningHaproxy(
            directory, RunningHaproxy.before(text, PODS, DOMAIN, List.of(one, other)))
        .awaitReady();
  }

  /** Answers at once; requests to hold at the end of the test. */
  private HttpServer server() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), Ports.free()), 0);
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          if (exchange.getRequestURI().getPath().equals("/hold")) {
            held.countDown();
            try {
              release.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          }
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
    return server;
  }
}
