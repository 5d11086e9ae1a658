package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.DisturbanceResult;
import dev.scalelab.operator.api.DisturbedPod;
import dev.scalelab.operator.measurement.Series.Sample;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Whether two pods were cut off, by their scrapes every 5 s. */
class CutScrapesTest {
  private static final DisturbanceResult CUT =
      DisturbanceResult.prepared(
          "cut",
          List.of(new DisturbedPod("app-0", "n", "u0"), new DisturbedPod("app-1", "n", "u1")),
          "2026-11-27T10:00:30Z");
  private static final Series FIRST = scrapes("app-0", 0, 0, 0);

  @Test
  void theyWereCutOffIfTheLastScrapeOfEachHasFailed() {
    assertThat(CutScrapes.problem(CUT, List.of(FIRST, scrapes("app-1", 1, 0, 0)))).isEmpty();
  }

  @Test
  void oneThatStillAnswersWasNot() {
    assertThat(CutScrapes.problem(CUT, List.of(FIRST, scrapes("app-1", 0, 1, 1))))
        .hasValueSatisfying(
            why ->
                assertThat(why)
                    .startsWith(
                        "pod app-1 still answered Prometheus: the cluster's network does not"
                            + " enforce NetworkPolicies"));
  }

  @Test
  void ofOneThatIsNotScrapedItIsNotKnown() {
    assertThat(CutScrapes.problem(CUT, List.of(FIRST)))
        .hasValueSatisfying(
            why -> assertThat(why).startsWith("Prometheus did not scrape pod app-1 meanwhile"));
  }

  private static Series scrapes(String pod, int... answers) {
    return new Series(
        Map.of("pod", pod),
        IntStream.range(0, answers.length).mapToObj(i -> new Sample(5.0 * i, answers[i])).toList());
  }
}
