package dev.scalelab.operator.measurement;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** A client of a Prometheus that a test plays without a connection. */
public final class PrometheusInMemory extends PrometheusClient {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final BiFunction<String, Instant, String> answers;

  /**
   * @param answers the response to an expression at a time; null when it cannot be reached
   */
  public PrometheusInMemory(BiFunction<String, Instant, String> answers) {
    super("http://prometheus.invalid", Duration.ofSeconds(10));
    this.answers = answers;
  }

  @Override
  List<Series> query(String expression, Instant at) {
    String answer = answers.apply(expression, at);
    if (answer == null) {
      throw new PrometheusException("Prometheus cannot be queried: connection refused", null);
    }
    try {
      JsonNode response = JSON.readTree(answer);
      if (!response.path("status").asText().equals("success")) {
        throw new PrometheusException(response.path("error").asText(), null);
      }
      List<Series> all = new ArrayList<>();
      response.path("data").path("result").forEach(result -> all.add(series(result)));
      return all;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(answer, e);
    }
  }

  @Override
  List<Series> queryNow(String expression) {
    return query(expression, null);
  }

  private static Series series(JsonNode result) {
    Map<String, String> labels = new HashMap<>();
    result
        .path("metric")
        .properties()
        .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
    List<Series.Sample> samples = new ArrayList<>();
    if (result.has("value")) {
      samples.add(sample(result.path("value")));
    }
    result.path("values").forEach(value -> samples.add(sample(value)));
    return new Series(labels, samples);
  }

  private static Series.Sample sample(JsonNode value) {
    return new Series.Sample(value.path(0).asDouble(), Double.parseDouble(value.path(1).asText()));
  }
}
