package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A Prometheus of several tenants, which answers 401 without the header, as Mimir does. */
class PrometheusHeadersTest {
  private static final String TENANT = "X-Scope-OrgID";
  private static final Instant AT = Instant.parse("2026-11-21T05:00:00Z");
  private static final String ONE_SERIES =
      "{\"status\":\"success\",\"data\":{\"result\":[{\"metric\":{},\"value\":[10,\"1\"]}]}}";

  @TempDir Path folder;

  private final List<String> seen = new CopyOnWriteArrayList<>();
  private HttpServer server;
  private volatile boolean onlyGet;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/api/v1/query", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String tenant = exchange.getRequestHeaders().getFirst(TENANT);
    seen.add(
        String.join(
            " ",
            exchange.getRequestMethod(),
            tenant,
            exchange.getRequestHeaders().getFirst("X-Team"),
            exchange.getRequestHeaders().getFirst("Authorization")));
    boolean refused = onlyGet && exchange.getRequestMethod().equals("POST");
    int status = tenant == null ? 401 : refused ? 405 : 200;
    byte[] body = (status == 200 ? ONE_SERIES : "no org id").getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Test
  void withoutItsHeaderItAnswersNothing() {
    assertThatThrownBy(() -> client(Map.of()).query("up", AT))
        .hasMessageContaining("HTTP 401")
        .hasMessageContaining("no org id");
  }

  @Test
  void headersAreSentWithEachQueryAndReadAgain() throws IOException {
    Path tenant = Files.writeString(folder.resolve(TENANT), "lab|shop\n");
    Path team = Files.writeString(folder.resolve("X-Team"), "two words");
    Path token = Files.writeString(folder.resolve("token"), "mine");
    PrometheusClient client =
        client(Map.of("header-files", tenant + "," + team, "token-file", token.toString()));
    assertThat(client.query("up", AT)).hasSize(1);
    Files.writeString(tenant, "other");
    onlyGet = true;
    assertThat(client.query("up", AT)).hasSize(1);

    assertThat(seen)
        .containsExactly(
            "POST lab|shop two words Bearer mine",
            "POST other two words Bearer mine",
            "GET other two words Bearer mine");
  }

  @Test
  void noMessageHasTheValueOfAHeader() throws IOException {
    Path tenant = folder.resolve(TENANT);
    PrometheusClient client = client(Map.of("header-files", tenant.toString()));
    assertThatThrownBy(() -> client.query("up", AT)).hasMessageEndingWith("read from " + tenant);

    for (String value : List.of("secret\r\nX-Other: 1", "sécret joe", "secret\u0007")) {
      Files.writeString(tenant, value);
      assertThatThrownBy(() -> client.query("up", AT))
          .isInstanceOf(PrometheusException.class)
          .hasMessageContaining(tenant.toString())
          .satisfies(PrometheusAccessTest::containsNoSecret);
    }
    assertThat(seen).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"authorization", "Host", "Content-Type", "X Tenant", "X:Tenant"})
  void aHeaderThatCannotBeGivenIsRejectedAtTheStart(String name) {
    assertThatThrownBy(() -> client(Map.of("header-files", "/headers/" + name)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("header-files must not have /headers/" + name);
  }

  private PrometheusClient client(Map<String, String> settings) {
    String url = "http://127.0.0.1:" + server.getAddress().getPort();
    return new PrometheusClient(PrometheusAccessTest.settings(url, new HashMap<>(settings)));
  }
}
