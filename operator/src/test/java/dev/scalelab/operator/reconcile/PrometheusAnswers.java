package dev.scalelab.operator.reconcile;

import java.math.BigDecimal;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Answers of a Prometheus, with figures of a container {@code server} in each pod. */
final class PrometheusAnswers {
  private static final Pattern RANGE = Pattern.compile("^\\w+\\{.*}\\[(\\d+)s]$");
  private static final int SCRAPE_SECONDS = 5;

  private PrometheusAnswers() {}

  /** The answer, whose series have a figure's name. */
  static String ofFigure(String answer, String figure) {
    return answer.replace("\"metric\":{", "\"metric\":{\"figure\":\"" + figure + "\",");
  }

  /** An answer with the series of both. */
  static String together(String one, String other) {
    return one.substring(0, one.lastIndexOf(']'))
        + ","
        + other.substring(other.indexOf('[') + 1, other.lastIndexOf(']'))
        + "]}}";
  }

  /** A value of each pod at a time. */
  static String vector(List<String> pods, double time, double value) {
    return found(
        "vector",
        pods.stream()
            .map(
                pod ->
                    "{\"metric\":{\"pod\":\"%s\",\"container\":\"server\"},\"value\":%s}"
                        .formatted(pod, sample(time, value)))
            .toList());
  }

  /** Samples of the range that ends at a time. */
  static String counter(
      List<String> pods, String expression, double time, DoubleUnaryOperator value) {
    Matcher range = RANGE.matcher(expression);
    if (!range.matches()) {
      return found("vector", List.of());
    }
    String samples =
        IntStream.rangeClosed(0, Integer.parseInt(range.group(1)) / SCRAPE_SECONDS)
            .mapToDouble(scrape -> time - Integer.parseInt(range.group(1)) + 5.0 * scrape)
            .mapToObj(at -> sample(at, value.applyAsDouble(at)))
            .collect(Collectors.joining(","));
    return found(
        "matrix",
        pods.stream()
            .map(
                pod ->
                    "{\"metric\":{\"pod\":\"%s\",\"container\":\"server\"},\"values\":[%s]}"
                        .formatted(pod, samples))
            .toList());
  }

  static String sample(double time, double value) {
    return "[" + rounded(time) + ",\"" + rounded(value) + "\"]";
  }

  /** Three decimals, without the cost of a format: a simulation makes many. */
  private static String rounded(double value) {
    return BigDecimal.valueOf(Math.round(1000 * value), 3).toPlainString();
  }

  static String found(String type, List<String> series) {
    return "{\"status\":\"success\",\"data\":{\"resultType\":\"%s\",\"result\":[%s]}}"
        .formatted(type, String.join(",", series));
  }
}
