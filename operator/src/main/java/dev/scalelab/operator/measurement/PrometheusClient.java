package dev.scalelab.operator.measurement;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.quarkus.runtime.Startup;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Queries Prometheus over its HTTP API. It is created at startup, so that invalid settings are
 * reported then.
 */
@Startup
@Singleton
public class PrometheusClient {
  private static final ObjectMapper JSON = JsonMapper.builder().build();
  private static final int LONGEST_ANSWER_SHOWN = 300;

  private final PrometheusConnection connection;

  /**
   * A client of the configured Prometheus.
   *
   * @throws IllegalArgumentException when the settings are invalid; the message contains no secret
   */
  @Inject
  public PrometheusClient(PrometheusSettings settings) {
    connection =
        new PrometheusConnection(
            new PrometheusUrl(settings.url()),
            settings.timeout(),
            new PrometheusCredentials(
                settings.tokenFile(),
                settings.usernameFile(),
                settings.passwordFile(),
                settings.headerFiles().orElse(List.of())),
            settings.caFile());
  }

  /** A client of a Prometheus without authentication. */
  public PrometheusClient(String url, Duration timeout) {
    connection =
        new PrometheusConnection(
            new PrometheusUrl(url), timeout, PrometheusCredentials.none(), Optional.empty());
  }

  /**
   * The result of an expression at a time: one sample per series for an instant vector, the raw
   * samples for a range selector. NaN values are left out, since HAProxy reports NaN if it has no
   * figure.
   *
   * @throws PrometheusException when Prometheus cannot be reached in time or rejects the expression
   */
  List<Series> query(String expression, Instant at) {
    return ask(expression, "&time=" + seconds(at));
  }

  /**
   * The result of an expression at its own time, which is that of the samples.
   *
   * @throws PrometheusException as above
   */
  List<Series> queryNow(String expression) {
    return ask(expression, "");
  }

  /** Whether a proxy allows only GET, whose length is limited. */
  boolean onlyGet() {
    return connection.onlyGet();
  }

  /**
   * Its own time, which is that of an answer for which no time was requested.
   *
   * @throws PrometheusException when the answer does not have its time
   */
  Instant time(List<Series> answer) {
    return answer.stream()
        .flatMap(series -> series.samples().stream())
        .map(sample -> Instant.ofEpochMilli(Math.round(sample.time() * 1000)))
        .findFirst()
        .orElseThrow(
            () ->
                new PrometheusException(
                    "Prometheus at %s does not report its time".formatted(connection.url()), null));
  }

  private List<Series> ask(String expression, String time) {
    String form =
        "query="
            + URLEncoder.encode(expression, StandardCharsets.UTF_8)
            + time
            + "&timeout="
            + connection.timeout().toMillis()
            + "ms";
    try {
      HttpResponse<String> response = connection.ask(form);
      return parse(expression, response);
    } catch (IOException e) {
      String cause = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      throw new PrometheusException(
          "Prometheus at %s cannot be queried: %s".formatted(connection.url(), cause), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PrometheusException(
          "interrupted while querying Prometheus at " + connection.url(), e);
    }
  }

  private List<Series> parse(String expression, HttpResponse<String> response) throws IOException {
    JsonNode answer;
    try {
      answer = JSON.readTree(response.body());
    } catch (IOException e) {
      throw new PrometheusException(
          "%s does not answer as Prometheus does: HTTP %d, %s"
              .formatted(connection.url(), response.statusCode(), shortened(response.body())),
          e);
    }
    if (!"success".equals(answer.path("status").asText())) {
      throw new PrometheusException(
          "Prometheus at %s refused %s: HTTP %d, %s"
              .formatted(
                  connection.url(),
                  shortened(expression),
                  response.statusCode(),
                  answer.path("error").asText(shortened(response.body()))),
          null);
    }
    List<Series> all = new ArrayList<>();
    for (JsonNode result : answer.path("data").path("result")) {
      Series series = series(result);
      if (!series.samples().isEmpty()) {
        all.add(series);
      }
    }
    return all;
  }

  private static Series series(JsonNode result) {
    Map<String, String> labels = new HashMap<>();
    result
        .path("metric")
        .properties()
        .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
    List<Series.Sample> samples = new ArrayList<>();
    if (result.has("value")) {
      add(samples, result.path("value"));
    }
    result.path("values").forEach(sample -> add(samples, sample));
    return new Series(Map.copyOf(labels), List.copyOf(samples));
  }

  private static void add(List<Series.Sample> samples, JsonNode sample) {
    String value = sample.path(1).asText();
    if (!value.equals("NaN")) {
      samples.add(new Series.Sample(sample.path(0).asDouble(), number(value)));
    }
  }

  private static double number(String value) {
    return switch (value) {
      case "+Inf" -> Double.POSITIVE_INFINITY;
      case "-Inf" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(value);
    };
  }

  private static String shortened(String text) {
    return text.length() <= LONGEST_ANSWER_SHOWN ? text : text.substring(0, LONGEST_ANSWER_SHOWN);
  }

  /** Seconds since 1970 with milliseconds, as the API takes them. */
  private static String seconds(Instant time) {
    return "%d.%03d".formatted(time.getEpochSecond(), time.getNano() / 1_000_000);
  }
}
