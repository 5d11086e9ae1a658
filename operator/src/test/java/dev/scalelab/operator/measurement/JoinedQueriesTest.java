package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class JoinedQueriesTest {
  private static final Instant AT = Instant.parse("2026-01-01T12:00:00Z");

  private final List<String> requests = new ArrayList<>();
  private Predicate<String> refuses = expression -> false;
  private boolean onlyGet;
  private final PrometheusClient prometheus =
      new PrometheusClient("http://127.0.0.1:9", Duration.ofSeconds(1)) {
        @Override
        boolean onlyGet() {
          return onlyGet;
        }

        @Override
        List<Series> query(String expression, Instant at) {
          requests.add(expression);
          if (refuses.test(expression)) {
            throw new PrometheusException("refused", null);
          }
          return List.of(
              series("__name__", "heap", 2),
              series("__name__", "threads", 3),
              series("scalelab_query", "0", 4),
              series("scalelab_query", "1", 5));
        }
      };
  private final JoinedQueries queries = new JoinedQueries(prometheus);

  @Test
  void metricsOfTheSamePodsAreOneRequestAndEachQueryGetsItsOwn() {
    List<Double> found =
        queries.calculate(
            () ->
                values(
                    samples("heap{pod=\"a\"}"),
                    samples("threads{pod=\"a\"}"),
                    samples("absent{pod=\"a\"}")));

    assertThat(found).containsExactly(2.0, 3.0);
    assertThat(requests).containsExactly("{__name__=~\"heap|threads|absent\",pod=\"a\"}[20s]");
  }

  @Test
  void expressionsAreOneRequestAndEachGetsItsOwn() {
    List<Double> found =
        queries.calculate(() -> values(queries.values("max(a)", AT), queries.values("b", AT)));

    assertThat(found).containsExactly(4.0, 5.0);
    assertThat(requests)
        .containsExactly(
            "label_replace(max(a),\"scalelab_query\",\"0\",\"\",\"\") or "
                + "label_replace(b,\"scalelab_query\",\"1\",\"\",\"\")");
  }

  @Test
  void otherPodsAndOtherTimesAreRequestsOfTheirOwn() {
    queries.calculate(
        () ->
            values(
                samples("heap{pod=\"a\"}"),
                samples("heap{pod=\"b\"}"),
                queries.samples("heap{pod=\"a\"}", Duration.ofSeconds(30), AT),
                queries.values("a", AT),
                queries.values("a", AT.plusSeconds(1))));

    assertThat(requests).hasSize(5);
  }

  /** Each selector gets the series that it matches. */
  @Test
  void withinOneTestbedAllSamplesOfARangeAreOneRequest() {
    JoinedQueries testbed = new JoinedQueries(prometheus, "namespace=~\"lab|\"");
    List<Double> found =
        testbed.calculate(
            () ->
                values(
                    testbed.samples(
                        "heap{namespace=\"lab\",pod=\"a\"}", Duration.ofSeconds(20), AT),
                    testbed.samples(
                        "threads{namespace=\"\",pod!~\"b|c\"}", Duration.ofSeconds(20), AT)));

    assertThat(found).as("the heap's series has no namespace").containsExactly(3.0);
    assertThat(requests).containsExactly("{__name__=~\"heap|threads\",namespace=~\"lab|\"}[20s]");
  }

  @Test
  void aSelectorWithoutNamespaceIsSentAloneIfItIsAbsentBesideTheOthers() {
    JoinedQueries testbed = new JoinedQueries(prometheus, "namespace=~\"lab|\"");
    testbed.calculate(
        () ->
            values(
                testbed.samples("heap{namespace=\"\"}", Duration.ofSeconds(20), AT),
                testbed.samples("machine{id=\"/\"}", Duration.ofSeconds(20), AT)));

    assertThat(requests).hasSize(2).contains("machine{id=\"/\"}[20s]");
  }

  /** If the latest have not arrived, the rest is not asked for. */
  @Test
  void itBeginsWithTheLatestSamples() {
    queries.begin(
        () ->
            values(
                queries.samples("heap{pod=\"a\"}", Duration.ofSeconds(20), AT.minusSeconds(60)),
                samples("heap{pod=\"a\"}"),
                samples("threads{pod=\"a\"}"),
                queries.values("a", AT)));

    assertThat(requests).containsExactly("{__name__=~\"heap|threads\",pod=\"a\"}[20s]");
    assertThat(values(samples("heap{pod=\"a\"}"))).containsExactly(2.0);
  }

  @Test
  void timesMayAlternate() {
    queries.calculate(
        () ->
            values(
                queries.values("a", AT),
                queries.values("b", AT.plusSeconds(1)),
                queries.values("c", AT),
                queries.values("d", AT.plusSeconds(1))));

    assertThat(requests).hasSize(2);
  }

  @Test
  void whatIsRefusedTogetherIsSentAlone() {
    refuses = expression -> expression.contains("~") || expression.contains(" or ");

    List<Double> found =
        queries.calculate(
            () ->
                values(
                    samples("heap{pod=\"a\"}"),
                    samples("threads{pod=\"a\"}"),
                    queries.values("a", AT),
                    queries.values("b", AT)));

    assertThat(found).as("four of each").hasSize(16);
    assertThat(requests)
        .contains("heap{pod=\"a\"}[20s]", "threads{pod=\"a\"}[20s]", "a", "b")
        .hasSize(6);
  }

  @Test
  void aRefusalOfASingleQueryIsReported() {
    refuses = expression -> true;

    assertThatThrownBy(() -> queries.calculate(() -> values(queries.values("a", AT))))
        .isInstanceOf(PrometheusException.class);
  }

  @Test
  void aRequestFitsIntoAnAddressIfItHasTo() {
    onlyGet = true;
    String sum = String.join("+", Collections.nCopies(500, "a"));

    queries.calculate(
        () ->
            values(
                queries.values(sum, AT),
                queries.values(sum + "+b", AT),
                queries.values(sum + "+c", AT),
                queries.values(sum + "+d", AT)));

    assertThat(requests)
        .hasSize(2)
        .allSatisfy(each -> assertThat(each).hasSizeLessThanOrEqualTo(3100));
  }

  @Test
  void aQueryThatDependsOnAnAnswerIsSentAfterIt() {
    queries.calculate(
        () ->
            samples("heap{pod=\"a\"}").stream()
                .limit(1)
                .map(heap -> queries.values("a * " + heap.value(), AT))
                .toList());

    assertThat(requests).containsExactly("heap{pod=\"a\"}[20s]", "a * 2.0");
  }

  private List<Series> samples(String selector) {
    return queries.samples(selector, Duration.ofMillis(19_100), AT);
  }

  @SafeVarargs
  private static List<Double> values(List<Series>... answers) {
    return List.of(answers).stream().flatMap(List::stream).map(Series::value).toList();
  }

  private static Series series(String label, String value, double sample) {
    return new Series(Map.of(label, value), List.of(new Series.Sample(0, sample)));
  }
}
