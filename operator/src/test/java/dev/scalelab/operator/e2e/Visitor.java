package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.LocalPortForward;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/**
 * A user of a testbed's page, who connects through its balancer as described in the page's README,
 * with a browser that keeps cookies.
 */
final class Visitor implements AutoCloseable {
  private static final int APPLICATION = 8080;

  private final HttpClient browser =
      HttpClient.newBuilder()
          .cookieHandler(new CookieManager())
          .connectTimeout(Duration.ofSeconds(5))
          .build();
  private final LocalPortForward forward;

  /**
   * A response.
   *
   * @param pod the server that responded
   */
  record Answer(int status, String pod, String body) {
    JsonNode json() throws IOException {
      return new ObjectMapper().readTree(body);
    }
  }

  /** A user of a trial's balancer. */
  Visitor(Cluster cluster, String trial) {
    forward =
        cluster
            .client()
            .services()
            .inNamespace(Cluster.NAMESPACE)
            .withName(trial + "-lb")
            .portForward(APPLICATION);
  }

  Answer get(String path) throws IOException, InterruptedException {
    return send(request(path).GET());
  }

  /** Sends JSON, which must be accepted. */
  Answer post(String path, String body) throws IOException, InterruptedException {
    Answer answer =
        send(
            request(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    assertThat(answer.status()).as("%s: %s", path, answer.body()).isBetween(200, 299);
    return answer;
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + forward.getLocalPort() + path))
        .timeout(Duration.ofSeconds(20));
  }

  private Answer send(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        browser.send(request.build(), HttpResponse.BodyHandlers.ofString());
    return new Answer(
        answer.statusCode(),
        answer.headers().firstValue("X-ScaleLab-Pod").orElse(null),
        answer.body());
  }

  @Override
  public void close() throws IOException {
    forward.close();
  }
}
