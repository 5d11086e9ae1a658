package dev.scalelab.operator.dashboards;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Asks a Prometheus every query of the dashboards, as Grafana would. */
public final class DashboardQueries {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** Grafana asks for about as many points as a panel has pixels; some hundred show as much. */
  private static final int POINTS = 200;

  /** Four scrapes of the slowest kubelet's figures, as Grafana's own rule is. */
  private static final Duration RATE_INTERVAL = Duration.ofSeconds(60);

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
  private final String url;
  private final Map<String, String> variables;

  /**
   * Queries of one Prometheus.
   *
   * @param url its address
   * @param variables values of the dashboards' variables: namespace, experiment, trial (a pattern)
   */
  public DashboardQueries(String url, Map<String, String> variables) {
    this.url = url;
    this.variables = Map.copyOf(variables);
  }

  /**
   * What is wrong with the queries of all panels over a time range: a line for each that fails, and
   * for each whose answer holds no number. Empty when all is well.
   */
  public List<String> problems(Instant from, Instant to) throws IOException, InterruptedException {
    List<String> problems = new ArrayList<>();
    for (Dashboard dashboard : Dashboard.all()) {
      for (DashboardQuery query : dashboard.panelQueries()) {
        String expression = query.expand(variables, RATE_INTERVAL);
        String problem = problem(ask(query.instant(), expression, from, to));
        if (problem != null) {
          problems.add("%s: %s%n  %s".formatted(query.where(), problem, expression));
        }
      }
    }
    return problems;
  }

  private static String problem(JsonNode answer) {
    if (!answer.path("status").asText().equals("success")) {
      return "failed: " + answer.path("error").asText();
    }
    for (JsonNode series : answer.path("data").path("result")) {
      if (isNumber(series.path("value"))) {
        return null;
      }
      for (JsonNode sample : series.path("values")) {
        if (isNumber(sample)) {
          return null;
        }
      }
    }
    return "no samples";
  }

  private static boolean isNumber(JsonNode sample) {
    return sample.has(1) && !sample.path(1).asText().equals("NaN");
  }

  private JsonNode ask(boolean instant, String expression, Instant from, Instant to)
      throws IOException, InterruptedException {
    String query = "query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8);
    long step = Math.max(1, Duration.between(from, to).toSeconds() / POINTS);
    String range =
        "&start=%d&end=%d&step=%d".formatted(from.getEpochSecond(), to.getEpochSecond(), step);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + "/api/v1/" + (instant ? "query" : "query_range")))
            .timeout(TIMEOUT)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    query + (instant ? "&time=" + to.getEpochSecond() : range)))
            .build();
    return JsonMapper.builder()
        .build()
        .readTree(http.send(request, HttpResponse.BodyHandlers.ofString()).body());
  }
}
