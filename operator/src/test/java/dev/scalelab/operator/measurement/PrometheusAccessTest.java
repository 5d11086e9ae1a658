package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A Prometheus that requires a token, a password or a CA, or accepts only GET; no secret is
 * revealed.
 */
class PrometheusAccessTest {
  private static final Instant AT = Instant.parse("2026-11-21T05:00:00Z");
  private static final String ONE_SERIES =
      "{\"status\":\"success\",\"data\":{\"result\":[{\"metric\":{},\"value\":[10,\"1\"]}]}}";

  @TempDir Path folder;

  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final List<String> shown = new CopyOnWriteArrayList<>();
  private HttpServer server;

  /** Status of POST; GET returns a result. */
  private volatile int statusOfPost = 200;

  private volatile int statusOfGet = 200;

  @AfterEach
  void stop() {
    if (server != null) {
      server.stop(0);
    }
  }

  @Test
  void withoutCredentialsNoneAreSent() throws IOException {
    serve();
    assertThat(client(Map.of()).query("up", AT)).hasSize(1);
    assertThat(shown).containsExactly("null");
  }

  @Test
  void aTokenIsSentAndReadAgainWhenItIsRenewed() throws IOException {
    serve();
    Path token = Files.writeString(folder.resolve("token"), "first\n");
    PrometheusClient client = client(Map.of("token-file", token.toString()));
    client.query("up", AT);
    Files.writeString(token, "second");
    client.query("up", AT);

    assertThat(shown).containsExactly("Bearer first", "Bearer second");
  }

  @Test
  void aUserNameAndAPasswordAreSentAsBasicCredentials() throws IOException {
    serve();
    Path name = Files.writeString(folder.resolve("name"), "lab");
    Path password = Files.writeString(folder.resolve("password"), "sécret: $1\n");
    client(Map.of("username-file", name.toString(), "password-file", password.toString()))
        .query("up", AT);

    assertThat(shown).containsExactly("Basic bGFiOnPDqWNyZXQ6ICQx");
  }

  @Test
  void credentialsThatCannotBeReadAreNamedByTheirFile() throws IOException {
    serve();
    Path token = folder.resolve("token");
    PrometheusClient client = client(Map.of("token-file", token.toString()));
    assertThatThrownBy(() -> client.query("up", AT))
        .isInstanceOf(PrometheusException.class)
        .hasMessageEndingWith("its credentials cannot be read from " + token);

    Files.writeString(token, "\n");
    assertThatThrownBy(() -> client.query("up", AT))
        .hasMessageEndingWith(token + " holds no credentials of one line");

    Files.writeString(token, "\ufeffsecret");
    assertThatThrownBy(() -> client.query("up", AT))
        .hasMessageEndingWith(token + " holds no token of ASCII")
        .satisfies(PrometheusAccessTest::containsNoSecret);

    Files.writeString(token, "secret\nsecond line");
    assertThatThrownBy(() -> client.query("up", AT))
        .hasMessageEndingWith(token + " holds no credentials of one line")
        .hasStackTraceContaining("one line")
        .satisfies(PrometheusAccessTest::containsNoSecret);
    assertThat(shown).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {403, 404, 405, 501})
  void whereOnlyGetIsLetThroughItIsTakenFromThenOn(int refusal) throws IOException {
    serve();
    statusOfPost = refusal;
    PrometheusClient client = client(Map.of());

    assertThat(client.query("up{pod=~\"a|b\"}", AT)).hasSize(1);
    assertThat(client.query("up", AT)).hasSize(1);
    assertThat(asked).hasSize(3);
    assertThat(asked.get(0)).startsWith("POST query=up{pod=~\"a|b\"}&time=1795237200.000&timeout=");
    assertThat(asked.get(1)).startsWith("GET query=up{pod=~\"a|b\"}&time=1795237200.000&timeout=");
    assertThat(asked.get(2)).startsWith("GET query=up&");
  }

  @Test
  void ifNeitherIsAllowedTheFirstAnswerIsReportedAndPostIsRetried() throws IOException {
    serve();
    statusOfPost = 403;
    statusOfGet = 404;
    PrometheusClient client = client(Map.of());

    assertThatThrownBy(() -> client.query("up", AT)).hasMessageContaining("HTTP 403");
    statusOfPost = 200;
    assertThat(client.query("up", AT)).hasSize(1);
    assertThat(asked)
        .extracting(query -> query.split(" ")[0])
        .containsExactly("POST", "GET", "POST");
  }

  @Test
  void anAnswerOfPrometheusItselfIsNotAskedAgain() throws IOException {
    serve();
    statusOfPost = 400;
    assertThatThrownBy(() -> client(Map.of()).query("sum(", AT)).hasMessageContaining("HTTP 400");
    assertThat(asked).hasSize(1);
  }

  @Test
  void onlyTheGivenCaIsTrustedAndAChangedOneIsTakenUp() throws Exception {
    Path ca = folder.resolve("ca.crt");
    serve(SelfSigned.key(folder, "server", ca));
    PrometheusClient client = client(Map.of("ca-file", ca.toString()));
    assertThat(client.query("up", AT)).hasSize(1);

    Path other = folder.resolve("other.crt");
    SelfSigned.key(folder, "other", other);
    Files.copy(other, ca, StandardCopyOption.REPLACE_EXISTING);
    assertThatThrownBy(() -> client.query("up", AT))
        .isInstanceOf(PrometheusException.class)
        .hasMessageContaining("cannot be queried")
        .hasMessageContaining("certification path");
    assertThatThrownBy(() -> client(Map.of()).query("up", AT))
        .as("nor do those of the machine know it")
        .hasMessageContaining("certification path");

    Files.writeString(ca, "no certificate");
    assertThatThrownBy(() -> client.query("up", AT)).hasMessageContaining(ca.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://joe:secret@prometheus:9090",
        "http://secret@prometheus:9090",
        "https://joe:secret/?@with@prometheus",
        "http://joe:secret with space@prometheus",
        "http://prometheus:9090/?token=secret",
        "http://prometheus:9090/path#secret",
        "joe:secret@prometheus",
        "ftp://joe:secret@prometheus",
      })
  void anAddressWithASecretIsRefusedAtTheStartAndNotRepeated(String url) {
    assertThatThrownBy(() -> new PrometheusClient(settings(url, Map.of())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("scalelab.prometheus.url ")
        .hasMessageContaining("***")
        .satisfies(PrometheusAccessTest::containsNoSecret);
  }

  @Test
  void duplicateOrIncompleteSettingsAreRejectedAtTheStart() {
    assertThatThrownBy(
            () -> new PrometheusClient(settings("http://p", Map.of("username-file", "/name"))))
        .hasMessageContaining("password-file");
    assertThatThrownBy(
            () ->
                new PrometheusClient(
                    settings(
                        "http://p",
                        Map.of(
                            "token-file", "/token",
                            "username-file", "/name",
                            "password-file", "/password"))))
        .hasMessageContaining("not both");
  }

  /** Nor in any cause, since logs contain all causes. */
  static void containsNoSecret(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      assertThat(String.valueOf(cause.getMessage())).doesNotContain("secret", "joe");
    }
  }

  private PrometheusClient client(Map<String, String> settings) {
    String scheme = server instanceof HttpsServer ? "https" : "http";
    return new PrometheusClient(
        settings(scheme + "://127.0.0.1:" + server.getAddress().getPort() + "/", settings));
  }

  /** The settings as read by the operator. */
  static PrometheusSettings settings(String url, Map<String, String> more) {
    Map<String, String> all = new HashMap<>();
    all.put("scalelab.prometheus.url", url);
    more.forEach((name, value) -> all.put("scalelab.prometheus." + name, value));
    SmallRyeConfig config =
        new SmallRyeConfigBuilder()
            .addDiscoveredConverters()
            .withDefaultValues(all)
            .withMapping(PrometheusSettings.class)
            .build();
    return config.getConfigMapping(PrometheusSettings.class);
  }

  private void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    start();
  }

  private void serve(KeyStore key) throws Exception {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(key, SelfSigned.PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    HttpsServer https =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    https.setHttpsConfigurator(new HttpsConfigurator(context));
    server = https;
    start();
  }

  private void start() {
    server.createContext("/api/v1/query", this::answer);
    server.start();
  }

  private void answer(HttpExchange exchange) throws IOException {
    boolean posted = exchange.getRequestMethod().equals("POST");
    String form =
        posted
            ? new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)
            : exchange.getRequestURI().getRawQuery();
    asked.add(exchange.getRequestMethod() + " " + URLDecoder.decode(form, StandardCharsets.UTF_8));
    shown.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
    int status = posted ? statusOfPost : statusOfGet;
    byte[] body = (status == 200 ? ONE_SERIES : "no").getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
