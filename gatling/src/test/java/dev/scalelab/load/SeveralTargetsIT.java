package dev.scalelab.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Load that is sent to each of two servers, without a balancer in between. */
class SeveralTargetsIT {
  private static final Duration RUN_DEADLINE = Duration.ofSeconds(180);
  private static final String HEADER = "scalelab-client";

  private final ExecutorService threads = Executors.newCachedThreadPool();

  /** The users that each server has seen, by the header in which they name themselves. */
  private final Set<String> usersOfOne = ConcurrentHashMap.newKeySet();

  private final Set<String> usersOfOther = ConcurrentHashMap.newKeySet();
  private final HttpServer one = server(usersOfOne);
  private final HttpServer other = server(usersOfOther);

  SeveralTargetsIT() throws IOException {}

  @AfterEach
  void stop() {
    one.stop(0);
    other.stop(0);
    threads.shutdownNow();
  }

  @Test
  void eachUserStaysWithOneOfTheServersInAllOfItsTransactions() throws Exception {
    Map<String, String> users =
        Map.of(
            "TARGET_URL", url(one) + "," + url(other),
            "CLIENT_HEADER", HEADER,
            "USERS", "10",
            "STEP_SECONDS", "3",
            "WARM_UP_SECONDS", "1",
            "RAMP_SECONDS", "0",
            "MIX", "orderStatus=100");
    try (GeneratorProcess generator = GeneratorProcess.start(users)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      Records records = generator.records();
      records.assertThatTheyAddUp();
      assertThat(Records.errors(records.run())).isEmpty();
      assertThat(records.run().get("requests").asLong())
          .as("several transactions for each user")
          .isGreaterThan(100);
      assertThat(usersOfOne).hasSize(5);
      assertThat(usersOfOther).hasSize(5).doesNotContainAnyElementsOf(usersOfOne);
    }
  }

  @Test
  void arrivalsGoToTheServersInTurn() throws Exception {
    Map<String, String> arrivals =
        Map.of(
            "TARGET_URL", url(one) + "," + url(other),
            "CLIENT_HEADER", HEADER,
            "RATES", "20",
            "STEP_SECONDS", "3",
            "WARM_UP_SECONDS", "1",
            "RAMP_SECONDS", "0",
            "MIX", "orderStatus=100");
    try (GeneratorProcess generator = GeneratorProcess.start(arrivals)) {
      assertThat(generator.exitCode(RUN_DEADLINE)).isZero();

      assertThat(usersOfOne).as("every arrival is a user of its own").hasSize(30);
      assertThat(usersOfOther).hasSize(30);
    }
  }

  private static String url(HttpServer server) {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Answers as the application would, and keeps who has asked; without the header nobody. */
  private HttpServer server(Set<String> users) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          String user = exchange.getRequestHeaders().getFirst(HEADER);
          users.add(user == null ? "nobody" : user);
          exchange.sendResponseHeaders(200, 2);
          try (exchange) {
            exchange.getResponseBody().write(new byte[] {'{', '}'});
          }
        });
    server.start();
    return server;
  }
}
