package dev.scalelab.operator.measurement;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
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
 * host that is being measured. The calculation is repeated after each request until it has all
 * answers. All raw samples of one time range are one request, and all expressions at one time
 * another; the latest samples come first, so that a calculation can end if they have not arrived.
 */
final class JoinedQueries {
  /** Label that distinguishes the results of joined expressions. */
  private static final String NUMBER = "scalelab_query";

  /**
   * Maximum length of joined expressions in a GET request: even with percent-encoding they fit into
   * the 8 KiB that many proxies accept as an address.
   */
  private static final int MAX_LENGTH_OF_ADDRESS = 3000;

  private static final int MAX_LENGTH = 60_000;

  private final PrometheusClient prometheus;
  private final String scope;
  private final Map<Query, List<Series>> answers = new HashMap<>();
  private final Set<Samples> newSamples = new LinkedHashSet<>();
  private final Set<Values> newValues = new LinkedHashSet<>();

  /** Queries of which those with the same matchers are one request. */
  JoinedQueries(PrometheusClient prometheus) {
    this(prometheus, null);
  }

  /**
   * Queries about one testbed.
   *
   * @param scope matchers of all of its series, and of those that have neither namespace nor pod;
   *     null if unknown
   */
  JoinedQueries(PrometheusClient prometheus, String scope) {
    this.prometheus = prometheus;
    this.scope = scope;
  }

  private sealed interface Query {
    String expression();

    Instant at();
  }

  /** Raw samples of one metric. */
  private record Samples(String metric, Range range, boolean rarely) implements Query {
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
      // What may turn out not to be needed comes last.
      if (newSamples.stream().anyMatch(query -> !query.rarely())) {
        requestSamples(false);
      } else if (!newValues.isEmpty()) {
        requestValues();
      } else {
        requestSamples(true);
      }
      newSamples.clear();
      newValues.clear();
      result = calculation.get();
    }
    return result;
  }

  /** Asks for the latest samples of a calculation, and for nothing else yet. */
  void begin(Runnable calculation) {
    calculation.run();
    if (newSamples.stream().anyMatch(query -> !query.rarely())) {
      requestSamples(false);
    }
    newSamples.clear();
    newValues.clear();
  }

  /**
   * Raw samples of a selector, as {@code name{label="value"}}, in the time before an instant,
   * rounded up to whole seconds; empty until known.
   */
  List<Series> samples(String selector, Duration length, Instant end) {
    return answer(query(selector, length, end, false), newSamples);
  }

  /** The same, of which other answers usually show that they are not needed. */
  List<Series> samplesRarely(String selector, Duration length, Instant end) {
    return answer(query(selector, length, end, true), newSamples);
  }

  private static Samples query(String selector, Duration length, Instant end, boolean rarely) {
    int brace = selector.indexOf('{');
    String matchers = selector.substring(brace + 1, selector.length() - 1);
    return new Samples(selector.substring(0, brace), new Range(matchers, length, end), rarely);
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

  /** The latest range, with all metrics that are asked for in it. */
  private void requestSamples(boolean rarely) {
    List<Samples> all = newSamples.stream().filter(query -> query.rarely() == rarely).toList();
    Instant latest =
        all.stream().map(query -> query.range().end()).max(Comparator.naturalOrder()).orElseThrow();
    all.stream()
        .filter(query -> query.range().end().equals(latest))
        .collect(groupingBy(this::joined, LinkedHashMap::new, toList()))
        .forEach((range, queries) -> request(queries, joined -> samples(range, joined)));
  }

  /** The range in which a query is joined with others. */
  private Range joined(Samples query) {
    Range own = query.range();
    return scope == null ? own : new Range(scope, own.length(), own.end());
  }

  private Map<Samples, List<Series>> samples(Range range, List<Samples> queries) {
    String names = queries.stream().map(Samples::metric).distinct().collect(joining("|"));
    String selector = "{__name__=~\"%s\",%s".formatted(names, range.rest());
    Map<String, List<Series>> byName =
        prometheus.query(selector, range.end()).stream()
            .collect(groupingBy(series -> series.label("__name__")));
    Map<Samples, List<Series>> found = new HashMap<>();
    for (Samples query : queries) {
      Matchers matchers = new Matchers(query.range().matchers());
      List<Series> own =
          byName.getOrDefault(query.metric(), List.of()).stream()
              .filter(series -> scope == null || matchers.match(series))
              .toList();
      boolean elsewhere = scope != null && own.isEmpty() && !matchers.constrain("namespace");
      // A Prometheus may give the machines' series a namespace of its own.
      found.put(query, elsewhere ? prometheus.query(query.expression(), query.at()) : own);
    }
    return found;
  }

  /** Expressions at the same time are parts of one, up to the maximum length. */
  private void requestValues() {
    newValues.stream()
        .collect(groupingBy(Values::at, LinkedHashMap::new, toList()))
        .values()
        .forEach(queries -> parts(queries).forEach(part -> request(part, this::values)));
  }

  private List<List<Values>> parts(List<Values> queries) {
    int max = prometheus.onlyGet() ? MAX_LENGTH_OF_ADDRESS : MAX_LENGTH;
    List<List<Values>> parts = new ArrayList<>();
    int length = max;
    for (Values query : queries) {
      int added = numbered(query, queries.size()).length();
      length += added;
      if (length > max) {
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
