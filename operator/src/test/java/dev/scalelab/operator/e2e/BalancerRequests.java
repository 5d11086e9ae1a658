package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;

/** Requests counted by a trial's balancer, from Prometheus. */
final class BalancerRequests {
  private BalancerRequests() {}

  /**
   * Requests that a trial's balancer had counted at that time: the last count in the half minute
   * before, since it may be deleted by then.
   */
  static double counted(Cluster cluster, String trial, Instant when)
      throws IOException, InterruptedException {
    String counter = "haproxy_backend_http_requests_total{trial=\"" + trial + "\"}";
    String query = "sum(last_over_time(" + counter + "[30s]))";
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(
                        URI.create(
                            cluster.prometheus()
                                + "/api/v1/query?time="
                                + when
                                + "&query="
                                + URLEncoder.encode(query, StandardCharsets.UTF_8)))
                    .timeout(Duration.ofSeconds(30))
                    .build(),
                HttpResponse.BodyHandlers.ofString());
    JsonNode result = new ObjectMapper().readTree(answer.body()).path("data").path("result");
    assertThat(result).as("%s at %s", query, when).hasSize(1);
    return result.get(0).path("value").get(1).asDouble();
  }
}
