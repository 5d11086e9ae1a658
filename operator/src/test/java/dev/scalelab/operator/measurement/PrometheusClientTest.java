package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.scalelab.operator.measurement.Series.Sample;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PrometheusClientTest {
  private static final Instant AT = Instant.parse("2026-11-21T05:00:00.250Z");

  private final AtomicReference<String> asked = new AtomicReference<>();
  private final CountDownLatch testOver = new CountDownLatch(1);
  private HttpServer server;
  private volatile int status = 200;
  private volatile String answer;
  private volatile boolean hangs;
  private volatile boolean stalls;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/api/v1/query",
        exchange -> {
          asked.set(
              URLDecoder.decode(
                  new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8),
                  StandardCharsets.UTF_8));
          if (hangs) {
            awaitEndOfTest();
          }
          byte[] body = answer.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, body.length);
          exchange.getResponseBody().write(body, 0, stalls ? body.length / 2 : body.length);
          if (stalls) {
            exchange.getResponseBody().flush();
            awaitEndOfTest();
          }
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    testOver.countDown();
    server.stop(0);
  }

  @Test
  void readsAVector() {
    answer =
        """
        {"status":"success","data":{"resultType":"vector","result":[
          {"metric":{"__name__":"up","pod":"a"},"value":[1763701200.25,"1"]},
          {"metric":{},"value":[1763701200.25,"2.5e-3"]}]}}
        """;

    assertThat(client().query("up{pod=~\"a|b\"}", AT))
        .containsExactly(
            new Series(Map.of("__name__", "up", "pod", "a"), List.of(new Sample(1763701200.25, 1))),
            new Series(Map.of(), List.of(new Sample(1763701200.25, 0.0025))));
    assertThat(asked.get()).startsWith("query=up{pod=~\"a|b\"}&time=1795237200.250&timeout=");
  }

  @Test
  void readsRawSamples() {
    answer =
        """
        {"status":"success","data":{"resultType":"matrix","result":[
          {"metric":{"pod":"a"},"values":[[10,"1"],[12.5,"+Inf"],[15,"3"]]}]}}
        """;

    assertThat(client().query("x[1m]", AT))
        .containsExactly(
            new Series(
                Map.of("pod", "a"),
                List.of(
                    new Sample(10, 1),
                    new Sample(12.5, Double.POSITIVE_INFINITY),
                    new Sample(15, 3))));
  }

  @Test
  void leavesOutWhatIsNoNumber() {
    answer =
        """
        {"status":"success","data":{"resultType":"vector","result":[
          {"metric":{"server":"a"},"value":[10,"NaN"]}]}}
        """;

    assertThat(client().query("haproxy_server_current_throttle", AT)).isEmpty();
  }

  @Test
  void reportsWhyAQueryIsRejected() {
    status = 400;
    answer =
        "{\"status\":\"error\",\"errorType\":\"bad_data\",\"error\":\"unexpected end of input\"}";

    assertThatThrownBy(() -> client().query("sum(", AT))
        .isInstanceOf(PrometheusException.class)
        .hasMessage("Prometheus at %s refused sum(: HTTP 400, unexpected end of input", url());
  }

  @Test
  void reportsAnAnswerThatIsNotFromPrometheus() {
    status = 503;
    answer = "<html>no such service</html>";

    assertThatThrownBy(() -> client().query("up", AT))
        .isInstanceOf(PrometheusException.class)
        .hasMessage(
            "%s does not answer as Prometheus does: HTTP 503, <html>no such service</html>", url());
  }

  @Test
  void reportsAPortWithoutAListener() {
    server.stop(0);

    assertThatThrownBy(() -> client().query("up", AT))
        .isInstanceOf(PrometheusException.class)
        .hasMessageMatching("Prometheus at " + url() + " cannot be queried: .*Connect.*");
  }

  @Test
  void doesNotWaitForeverForAnAnswer() {
    hangs = true;

    assertThatThrownBy(() -> new PrometheusClient(url(), Duration.ofMillis(300)).query("up", AT))
        .isInstanceOf(PrometheusException.class)
        .hasMessage("Prometheus at %s cannot be queried: request timed out", url());
  }

  @Test
  void doesNotWaitForeverForTheRestOfAnAnswer() {
    stalls = true;
    answer = "{\"status\":\"success\",\"data\":{\"result\":[]}}";

    assertThatThrownBy(() -> new PrometheusClient(url(), Duration.ofMillis(300)).query("up", AT))
        .isInstanceOf(PrometheusException.class)
        .hasMessageMatching(
            "Prometheus at "
                + url()
                + " cannot be queried: (no complete response within 600 ms|request timed out)");
  }

  private PrometheusClient client() {
    return new PrometheusClient(url() + "/", Duration.ofSeconds(10));
  }

  private String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private void awaitEndOfTest() {
    try {
      testOver.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
