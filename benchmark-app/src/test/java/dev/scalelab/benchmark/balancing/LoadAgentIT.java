package dev.scalelab.benchmark.balancing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.Parallel;
import dev.scalelab.benchmark.support.Ports;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A real server that reports its load as HAProxy asks for it. */
class LoadAgentIT {
  private static final String ADDRESS = "127.0.0.1";

  /** An answer takes CPU, too, which a server without anything else to do must not seem to need. */
  private static final Duration BETWEEN_QUESTIONS = Duration.ofSeconds(2);

  @Test
  void theWeightOfAServerFallsWhileItWorksAndRisesAgain() throws Exception {
    int port = Ports.free(ADDRESS);
    // Of so little CPU that a few clients saturate it, even on a busy machine.
    Map<String, String> settings =
        Map.of("WORKLOAD", "cells", "LOAD_AGENT_PORT", "" + port, "LOAD_AGENT_CORES", "0.2");
    try (AppServer server = AppServer.start("agent-0", settings)) {
      server.awaitReady();
      awaitIdle("idle", port);

      await("busy")
          .atMost(Duration.ofMinutes(3))
          .pollInterval(Duration.ZERO)
          .until(
              () -> {
                Parallel.times(16, 16, task -> server.client().get("/api/cells/10"));
                return weight(port) < 30;
              });

      awaitIdle("idle again", port);
    }
  }

  private static void awaitIdle(String when, int port) {
    await(when)
        .atMost(Duration.ofMinutes(3))
        .pollInterval(BETWEEN_QUESTIONS)
        .until(() -> weight(port) > 60);
  }

  /** The number in the line of an answer, after which the connection ends. */
  private static int weight(int port) throws IOException {
    try (Socket balancer = new Socket(ADDRESS, port)) {
      balancer.setSoTimeout(30_000);
      String answer =
          new String(balancer.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      assertThat(answer).matches("\\d{1,3}%\n");
      return Integer.parseInt(answer.substring(0, answer.indexOf('%')));
    }
  }
}
