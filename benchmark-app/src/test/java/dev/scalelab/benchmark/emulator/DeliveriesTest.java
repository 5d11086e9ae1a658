package dev.scalelab.benchmark.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeliveriesTest {

  private static final int TAKEN = 204;

  /** Longer than any test: what is held up stays so. */
  private static final int ANSWER_TIMEOUT_MILLIS = 3_600_000;

  private final Counts counts = new Counts();
  private final AtomicInteger requests = new AtomicInteger();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private HttpServer application;
  private Deliveries deliveries;
  private volatile IntUnaryOperator statusOfRequest;

  @BeforeEach
  void start() throws IOException {
    application = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    application.setExecutor(threads);
    application.createContext(
        "/",
        exchange -> {
          int status = statusOfRequest.applyAsInt(requests.incrementAndGet());
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    application.start();
    String url = "http://127.0.0.1:" + application.getAddress().getPort();
    deliveries =
        new Deliveries(
            Settings.of(
                Map.of(
                    "DELIVERY_URL", url, "DELIVERY_ATTEMPTS", "3", "DELIVERY_RETRY_MILLIS", "1")),
            counts,
            ANSWER_TIMEOUT_MILLIS);
  }

  @AfterEach
  void stop() {
    deliveries.close();
    application.stop(0);
    threads.shutdownNow();
  }

  @ParameterizedTest
  @CsvSource({"404, 1", "409, 1", "400, 3", "408, 3", "429, 3", "500, 3", "503, 3"})
  void onlyWhatTheApplicationWillNeverTakeIsLeftAtOnce(int status, int attempts) {
    statusOfRequest = request -> status;

    deliveries.schedule(UUID.randomUUID(), 0);

    await().atMost(Duration.ofSeconds(60)).until(() -> counts.undelivered.sum() == 1);
    assertThat(counts.failedAttempts.sum()).isEqualTo(attempts);
    assertThat(requests.get()).isEqualTo(attempts);
  }

  @Test
  void whatIsTakenInTheEndIsDelivered() {
    statusOfRequest = request -> request < 3 ? 503 : TAKEN;

    deliveries.schedule(UUID.randomUUID(), 0);

    await().atMost(Duration.ofSeconds(60)).until(() -> counts.delivered.sum() == 1);
    assertThat(counts.failedAttempts.sum()).isEqualTo(2);
    assertThat(counts.undelivered.sum()).isZero();
  }

  @Test
  void slowAnswersHoldUpNoOtherDelivery() {
    CountDownLatch slow = new CountDownLatch(1);
    statusOfRequest = request -> request <= 15 ? takenAfter(slow) : TAKEN;

    for (int i = 0; i < 16; i++) {
      deliveries.schedule(UUID.randomUUID(), 0);
    }

    await().atMost(Duration.ofSeconds(60)).until(() -> counts.delivered.sum() == 1);
    slow.countDown();
    await().atMost(Duration.ofSeconds(60)).until(() -> counts.delivered.sum() == 16);
  }

  private static int takenAfter(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return TAKEN;
  }
}
