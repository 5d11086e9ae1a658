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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sends every query of the dashboards to a Prometheus, as Grafana does. */
public final class DashboardQueries {
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  /** Grafana requests about one point per pixel of a panel; some hundred are sufficient here. */
  private static final int POINTS = 200;

  /**
   * The scrape interval in Prometheus' own configuration; the chart configures the same in Grafana.
   */
  private static final Pattern SCRAPE_INTERVAL =
      Pattern.compile("global:\\n(?: .*\\n)*?  scrape_interval: (\\w+)");

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
   * Problems of the queries of all panels, annotations and variables over a time range: a line for
   * each that fails, and for each whose result has no number, or only zeros although the load must
   * move it: a counter that never counts exists too. Empty without problems. Queries only for a
   * stream beside the load, for ecperf, for Infinispan servers, for disturbances, for pressure or
   * for a setting are left out.
   */
  public List<String> problems(Instant from, Instant to) throws IOException, InterruptedException {
    return problems(
        query ->
            !query.ofStream()
                && !query.ofEcperf()
                && !query.ofCache()
                && !query.ofDisturbances()
                && !query.ofPressure()
                && !query.ofSettings(),
        from,
        to);
  }

  /** The same for only the queries of Infinispan servers. */
  public List<String> problemsOfCache(Instant from, Instant to)
      throws IOException, InterruptedException {
    return problems(DashboardQuery::ofCache, from, to);
  }

  /** The same for only the queries of a stream beside the load. */
  public List<String> problemsOfStream(Instant from, Instant to)
      throws IOException, InterruptedException {
    return problems(DashboardQuery::ofStream, from, to);
  }

  /** The same for only the queries of ecperf's own figure. */
  public List<String> problemsOfEcperf(Instant from, Instant to)
      throws IOException, InterruptedException {
    return problems(DashboardQuery::ofEcperf, from, to);
  }

  private List<String> problems(Predicate<DashboardQuery> asked, Instant from, Instant to)
      throws IOException, InterruptedException {
    List<String> problems = new ArrayList<>();
    Duration scrapes = scrapeInterval();
    for (Dashboard dashboard : Dashboard.all()) {
      Map<String, String> values = new HashMap<>(dashboard.defaults());
      values.putAll(variables);
      for (DashboardQuery shown : dashboard.queries().stream().filter(asked).toList()) {
        DashboardQuery query = shown.withoutZero();
        Duration step = longer(between(from, to), query.scrapeInterval(scrapes));
        String expression = query.expand(values);
        String problem = problem(query, ask(query.instant(), expression, from, to, step));
        if (problem != null) {
          problems.add("%s: %s%n  %s".formatted(query.where(), problem, expression));
        }
      }
    }
    return problems;
  }

  private static Duration between(Instant from, Instant to) {
    return Duration.between(from, to).dividedBy(POINTS);
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  private Duration scrapeInterval() throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + "/api/v1/status/config")).timeout(TIMEOUT).build();
    Matcher found = SCRAPE_INTERVAL.matcher(answer(request).at("/data/yaml").asText());
    if (!found.find()) {
      throw new IllegalStateException("Prometheus does not report its scrape interval");
    }
    return Duration.parse("PT" + found.group(1));
  }

  private static String problem(DashboardQuery query, JsonNode answer) {
    if (!answer.path("status").asText().equals("success")) {
      return "failed: " + answer.path("error").asText();
    }
    List<Double> numbers = numbers(answer.path("data").path("result"));
    if (numbers.isEmpty()) {
      return "no samples";
    }
    boolean moved = query.mayBeZero() || numbers.stream().anyMatch(number -> number != 0);
    return moved ? null : "only zeros";
  }

  private static List<Double> numbers(JsonNode result) {
    List<Double> numbers = new ArrayList<>();
    for (JsonNode series : result) {
      if (series.has("value")) {
        numbers.add(series.path("value").path(1).asDouble(Double.NaN));
      }
      series.path("values").forEach(sample -> numbers.add(sample.path(1).asDouble(Double.NaN)));
    }
    numbers.removeIf(number -> number.isNaN());
    return numbers;
  }

  private JsonNode ask(boolean instant, String expression, Instant from, Instant to, Duration step)
      throws IOException, InterruptedException {
    String query = "query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8);
    String range =
        "&start=%d&end=%d&step=%d"
            .formatted(from.getEpochSecond(), to.getEpochSecond(), step.toSeconds());
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + "/api/v1/" + (instant ? "query" : "query_range")))
            .timeout(TIMEOUT)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    query + (instant ? "&time=" + to.getEpochSecond() : range)))
            .build();
    return answer(request);
  }

  private JsonNode answer(HttpRequest request) throws IOException, InterruptedException {
    return JsonMapper.builder()
        .build()
        .readTree(http.send(request, HttpResponse.BodyHandlers.ofString()).body());
  }
}
