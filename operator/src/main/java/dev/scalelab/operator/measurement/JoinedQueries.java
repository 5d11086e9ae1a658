package dev.scalelab.operator.measurement;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toMap;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Answers the queries of one calculation with few requests: dozens of them would take long on a
 * host that is being measured. The calculation is repeated until it has all answers: the first time
 * it gets none, and each further time those to what it has asked before.
 */
final class JoinedQueries {
  /** Label that tells the results of joined expressions apart. */
  private static final String NUMBER = "scalelab_query";

  /**
   * Maximum length of joined expressions, so that even with percent-encoding they fit into the 8
   * KiB that many proxies accept as the address of a GET request.
   */
  private static final int MAX_LENGTH = 3000;

  private final PrometheusClient prometheus;
  private final Map<Query, List<Series>> answers = new HashMap<>();
  private final Set<Samples> newSamples = new LinkedHashSet<>();
  private final Set<Values> newValues = new LinkedHashSet<>();

  JoinedQueries(PrometheusClient prometheus) {
    this.prometheus = prometheus;
  }

  private sealed interface Query {
    String expression();

    Instant at();
  }

  /** Raw samples of one metric. */
  private record Samples(String metric, Range range) implements Query {
    @Override
    public String expression() {
      return metric + "{" + range.rest();
    }

    @Override
    public Instant at() {
      return range.end();
    }
  }

  /** The matchers of a selector's labels, without braces, and its time range. */
  private record Range(String matchers, Duration length, Instant end) {
    String rest() {
      return "%s}[%ds]".formatted(matchers, length.plusMillis(999).toSeconds());
    }
  }

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
        .collect(groupingBy(Samples::range, LinkedHashMap::new, toList()))
        .values()
        .forEach(queries -> request(queries, this::samples));
    newSamples.clear();
  }

  private Map<Samples, List<Series>> samples(List<Samples> queries) {
    Range range = queries.get(0).range();
    String names = queries.stream().map(Samples::metric).collect(joining("|"));
    String selector = "{__name__=~\"%s\",%s".formatted(names, range.rest());
    Map<String, List<Series>> byName =
        prometheus.query(selector, range.end()).stream()
            .collect(groupingBy(series -> series.label("__name__")));
    return queries.stream()
        .collect(toMap(query -> query, query -> byName.getOrDefault(query.metric(), List.of())));
  }

  /** Expressions at the same time are parts of one, up to the maximum length. */
  private void requestValues() {
    newValues.stream()
        .collect(groupingBy(Values::at, LinkedHashMap::new, toList()))
        .values()
        .forEach(queries -> parts(queries).forEach(part -> request(part, this::values)));
    newValues.clear();
  }

  private static List<List<Values>> parts(List<Values> queries) {
    List<List<Values>> parts = new ArrayList<>();
    int length = MAX_LENGTH;
    for (Values query : queries) {
      int added = numbered(query, queries.size()).length();
      length += added;
      if (length > MAX_LENGTH) {
        parts.add(new ArrayList<>());
        length = added;
      }
      parts.get(parts.size() - 1).add(query);
    }
    return parts;
  }

  private Map<Values, List<Series>> values(List<Values> queries) {
    List<String> numbered = new ArrayList<>();
    queries.forEach(query -> numbered.add(numbered(query, numbered.size())));
    Map<String, List<Series>> byNumber =
        prometheus.query(String.join(" or ", numbered), queries.get(0).at()).stream()
            .collect(groupingBy(series -> series.label(NUMBER)));
    Map<Values, List<Series>> found = new HashMap<>();
    for (int number = 0; number < queries.size(); number++) {
      String label = String.valueOf(number);
      found.put(queries.get(number), byNumber.getOrDefault(label, List.of()));
    }
    return found;
  }

  private static String numbered(Values query, int number) {
    return "label_replace(%s,\"%s\",\"%d\",\"\",\"\")"
        .formatted(query.expression(), NUMBER, number);
  }

  /**
   * Some services compatible with Prometheus allow no expression for a metric's name, and a long
   * window may take too long for all queries at once: then each is sent alone, in their order.
   */
  private <Q extends Query> void request(
      List<Q> queries, Function<List<Q>, Map<Q, List<Series>>> joined) {
    if (queries.size() > 1) {
      try {
        answers.putAll(joined.apply(queries));
        return;
      } catch (PrometheusException e) {
        // If it cannot be queried at all, the first one alone fails too.
      }
    }
    queries.forEach(query -> answers.put(query, prometheus.query(query.expression(), query.at())));
  }
}
