package dev.scalelab.operator.platform;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Logs of containers that ended, from an API server whose kubelets do not always answer. */
class EndedContainersTest {
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch end = new CountDownLatch(1);
  private final AtomicInteger asked = new AtomicInteger();
  private HttpServer server;
  private KubernetesClient client;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.start();
    client =
        new KubernetesClientBuilder()
            .withConfig(
                new ConfigBuilder()
                    .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                    .withRequestRetryBackoffLimit(0)
                    .build())
            .build();
    // The first request of a process takes longer than a log may.
    server.createContext("/first", exchange -> answer(exchange, 200, "{}"));
    client.raw("/first");
  }

  @AfterEach
  void stop() {
    end.countDown();
    client.close();
    server.stop(0);
    threads.shutdownNow();
  }

  @Test
  void aLogThatCouldNotBeReadIsReadLaterAndThenNoMore() {
    server.createContext(
        "/",
        exchange -> {
          int number = asked.incrementAndGet();
          answer(exchange, number == 1 ? 500 : 200, number == 1 ? "try again" : "no such file\n");
        });
    EndedContainers ended = new EndedContainers(client);

    assertThat(message(ended, List.of(crashed("app-0")))).endsWith("exit code 1");
    assertThat(message(ended, List.of(crashed("app-0")))).endsWith("exit code 1: no such file");
    assertThat(message(ended, List.of(crashed("app-0")))).endsWith("exit code 1: no such file");
    assertThat(asked).hasValue(2);
  }

  @Test
  void aHundredCrashesOnSilentKubeletsDoNotHoldTheOperator() {
    server.createContext(
        "/",
        exchange -> {
          asked.incrementAndGet();
          silence();
        });
    List<Pod> pods = IntStream.range(0, 100).mapToObj(n -> crashed("app-" + n)).toList();
    long before = System.nanoTime();

    assertThat(message(new EndedContainers(client), pods)).startsWith("app-0: ");

    assertThat(asked).as("the first takes the time of all").hasValueLessThan(3);
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofMinutes(1));
  }

  @Test
  void onlyWhatIsReportedIsAskedFor() {
    server.createContext(
        "/",
        exchange -> {
          asked.incrementAndGet();
          answer(exchange, 200, "boot failed\n");
        });
    List<Pod> pods = IntStream.range(0, 100).mapToObj(n -> crashed("app-" + n)).toList();

    assertThat(message(new EndedContainers(client), pods))
        .isEqualTo("app-0: CrashLoopBackOff: container server ended with exit code 1: boot failed");
    assertThat(asked).hasValueLessThan(4);
  }

  private void silence() {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void answer(HttpExchange exchange, int code, String text) {
    try (exchange) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(code, bytes.length);
      exchange.getResponseBody().write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String message(EndedContainers ended, List<Pod> pods) {
    return PodTrouble.worst(ended.withLogTail(pods)).orElseThrow().toString();
  }

  private static Pod crashed(String name) {
    return Serialization.unmarshal(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: %1$s, namespace: lab, uid: %1$s}
        status:
          containerStatuses:
          - name: server
            state: {waiting: {reason: CrashLoopBackOff}}
            lastState: {terminated: {exitCode: 1, finishedAt: "2026-01-01T12:00:00Z"}}
        """
            .formatted(name),
        Pod.class);
  }
}
