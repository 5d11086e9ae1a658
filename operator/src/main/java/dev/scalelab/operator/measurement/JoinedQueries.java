package dev.scalelab.operator.measurement;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Answers the queries of one calculation with few requests: dozens of them would take long on a
 * host that is being measured. The calculation is repeated until it has all answers: the first time
 * it gets none, and each further time those to what it has asked before.
 */
final class JoinedQueries {
  /** Label that tells the results of joined expressions apart. */
  private static final String NUMBER = "scalelab_query";

  /**
   * Maximum length of joined expressions: with percent-encoding they fit into the 8 KiB that a
   * proxy accepts as the address of a GET request.
   */
  private static final int MAX_LENGTH = 3000;

  private final PrometheusClient prometheus;
  private final Map<Query, List<Series>> answers = new HashMap<>();
  private final Set<Samples> newSamples = new LinkedHashSet<>();
  private final Set<Values> newValues = new LinkedHashSet<>();

  JoinedQueries(PrometheusClient prometheus) {
    this.prometheus = prometheus;
  }

  private sealed interface Query {}

  /** Raw samples of one metric: the matchers of its labels, without braces, and its time range. */
  private record Samples(String metric, Range range) implements Query {}

  private record Range(String matchers, Duration length, Instant end) {}

  private record Values(String expression, Instant at) implements Query {}

  /**
   * The result of a calculation that queries this. It runs several times and has no other effects.
   *
   * @throws PrometheusException when Prometheus cannot be queried
   */
  <T> T calculate(Supplier<T> calculation) {
    T result = calculation.get();
    while (!newSamples.isEmpty() || !newValues.isEmpty()) {
      requestSamples();
      requestValues();
      result = calculation.get();
    }
    return result;
  }

  /**
   * Raw samples of a selector, as {@code name{label="value"}}, in the time before an instant,
   * rounded up to whole seconds; empty until known.
   */
  List<Series> samples(String selector, Duration length, Instant end) {
    int brace = selector.indexOf('{');
    String matchers = selector.substring(brace + 1, selector.length() - 1);
    return answer(
        new Samples(selector.substring(0, brace), new Range(matchers, length, end)), newSamples);
  }

  /** The value of each series of an expression at a time; empty until known. */
  List<Series> values(String expression, Instant at) {
    return answer(new Values(expression, at), newValues);
  }

  private <Q extends Query> List<Series> answer(Q query, Set<Q> unanswered) {
    List<Series> answer = answers.get(query);
    if (answer == null) {
      unanswered.add(query);
      return List.of();
    }
    return answer;
  }

  /** Metrics with the same matchers and range are one selector. */
  private void requestSamples() {
    newSamples.stream()
        .collect(Collectors.groupingBy(Samples::range, LinkedHashMap::new, Collectors.toList()))
        .forEach(this::requestSamples);
    newSamples.clear();
  }

  private void requestSamples(Range range, List<Samples> queries) {
    String names = queries.stream().map(Samples::metric).collect(Collectors.joining("|"));
    long seconds = range.length().plusMillis(999).toSeconds();
    String selector = "{__name__=~\"%s\",%s}[%ds]".formatted(names, range.matchers(), seconds);
    Map<String, List<Series>> byName =
        prometheus.query(selector, range.end()).stream()
            .collect(Collectors.groupingBy(series -> series.label("__name__")));
    queries.forEach(query -> answers.put(query, byName.getOrDefault(query.metric(), List.of())));
  }

  /** Expressions at the same time are parts of one. */
  private void requestValues() {
    Map<Instant, List<List<Values>>> requests = new LinkedHashMap<>();
    int length = 0;
    for (Values query : newValues) {
      List<List<Values>> parts = requests.computeIfAbsent(query.at(), at -> new ArrayList<>());
      length += query.expression().length();
      if (parts.isEmpty() || length > MAX_LENGTH) {
        parts.add(new ArrayList<>());
        length = query.expression().length();
      }
      parts.get(parts.size() - 1).add(query);
    }
    requests.forEach((at, parts) -> parts.forEach(queries -> requestValues(at, queries)));
    newValues.clear();
  }

  private void requestValues(Instant at, List<Values> queries) {
    List<String> numbered = new ArrayList<>();
    for (Values query : queries) {
      numbered.add(
          "label_replace(%s,\"%s\",\"%d\",\"\",\"\")"
              .formatted(query.expression(), NUMBER, numbered.size()));
    }
    Map<String, List<Series>> byNumber =
        prometheus.query(String.join(" or ", numbered), at).stream()
            .collect(Collectors.groupingBy(series -> series.label(NUMBER)));
    for (int number = 0; number < queries.size(); number++) {
      answers.put(queries.get(number), byNumber.getOrDefault(String.valueOf(number), List.of()));
    }
  }
}
