package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.scalelab.operator.api.ResponseTimes;
import dev.scalelab.operator.loadrun.LoadRecord;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class HistogramStoreTest {
  @Test
  void keepsEachKindOfTransactionOfEachStep() {
    Map<String, String> data = HistogramStore.with(Map.of(), twoKinds(1));
    data = HistogramStore.with(data, twoKinds(2));

    assertThat(data).containsOnlyKeys("step-01", "step-02");
    assertThat(HistogramStore.transactions(data, 2))
        .containsEntry("newOrder", Steps.histogram(10, 20, 30))
        .containsEntry("orderStatus", Steps.histogram(5));
    assertThat(HistogramStore.step(data, 2)).isEqualTo(Steps.histogram(5, 10, 20, 30));
  }

  @Test
  void keepsTheSeriesOfAStepAndTheHistogramsOfItsParts() {
    Map<String, String> data =
        HistogramStore.with(Map.of(), twoKinds(1).withSeries(Steps.evenly(30)));

    assertThat(data).containsOnlyKeys("step-01", "step-01-series", "step-01-parts");
    assertThat(HistogramStore.series(data, 1)).map(series -> series.seconds().size()).hasValue(30);
    assertThat(data.get("step-01-parts").lines()).hasSize(1 + 6).first().isEqualTo("5");
    assertThat(HistogramStore.step(data, 1).getTotalCount()).isEqualTo(4);
    assertThat(HistogramStore.holds(data, 1, 4)).isTrue();
    assertThat(HistogramStore.series(HistogramStore.with(Map.of(), twoKinds(1)), 1)).isEmpty();
  }

  /** What an own load generator may print: the step counts without it. */
  @Test
  void leavesADamagedSeriesOut() {
    LoadRecord.Series damaged = new LoadRecord.Series("nonsense", 5, List.of());

    assertThat(HistogramStore.with(Map.of(), twoKinds(1).withSeries(damaged)))
        .containsOnlyKeys("step-01");
  }

  @Test
  void leavesHistogramsOfPartsOutBeforeAnythingThatFiguresAreCalculatedFrom() {
    Map<String, String> data = Map.of();
    Map<String, Histogram> kinds = manyKinds(1, 2, 60_000);
    int steps = 0;
    while (steps == 0 || data.containsKey("step-01-parts")) {
      steps++;
      data = HistogramStore.with(data, Steps.step(steps, kinds).withSeries(Steps.evenly(3000)));
    }

    assertThat(characters(data)).isLessThan(HistogramStore.MAX_CHARACTERS);
    assertThat(HistogramStore.series(data, 1)).isPresent();
    assertThat(HistogramStore.transactions(data, 1)).hasSize(2);
    assertThat(HistogramStore.step(data, 1)).isEqualTo(Histograms.merge(kinds.values()));
  }

  @Test
  void storesAStepThatIsReportedTwiceOnce() {
    Map<String, String> once = HistogramStore.with(Map.of(), twoKinds(1));

    assertThat(HistogramStore.with(once, twoKinds(1))).isEqualTo(once);
  }

  @Test
  void mergesAStepOverRuns() {
    Map<String, String> run = HistogramStore.with(Map.of(), twoKinds(1));

    assertThat(HistogramStore.step(List.of(run, run), 1).getTotalCount()).isEqualTo(8);
    assertThat(HistogramStore.step(run, 7).getTotalCount()).isZero();
  }

  @Test
  void leavesOutEachRunInTurn() {
    Map<String, String> quick =
        HistogramStore.with(Map.of(), Steps.step(1, Map.of("newOrder", Steps.histogram(10, 20))));
    Map<String, String> slow =
        HistogramStore.with(Map.of(), Steps.step(1, Map.of("newOrder", Steps.histogram(90))));

    List<ResponseTimes> others = HistogramStore.leavingOutEach(List.of(quick, slow, slow), 1);

    assertThat(others).hasSize(3);
    assertThat(others.get(0).p50Millis()).as("of both slow ones").isBetween(90.0, 90.1);
    assertThat(others.get(1)).isEqualTo(others.get(2));
    assertThat(others.get(1).p50Millis()).as("of 10, 20 and 90").isBetween(20.0, 20.1);
    assertThat(others.get(1).meanMillis()).isCloseTo(40, within(0.1));
  }

  @Test
  void keepsTimesFromTheSendingBesideThoseThatAreJudged() {
    Map<String, String> data = HistogramStore.with(Map.of(), late(1));

    assertThat(data).containsOnlyKeys("step-01", "step-01-sent");
    assertThat(HistogramStore.step(data, 1)).isEqualTo(Steps.histogram(5, 10, 20, 30));
    ResponseTimes of = HistogramStore.percentiles(List.of(data, data), 1);
    assertThat(of.p95Millis()).isBetween(30.0, 30.1);
    assertThat(of.sentP95Millis()).as("of both runs").isBetween(7.9, 8.0);
    assertThat(of.sentP99Millis()).isBetween(7.9, 8.0);
  }

  @Test
  void aRunWithoutTimesFromTheSendingDoesNotHaveThoseOfTheOthers() {
    Map<String, String> reported = HistogramStore.with(Map.of(), late(1));
    Map<String, String> silent = HistogramStore.with(Map.of(), twoKinds(1));

    assertThat(HistogramStore.percentiles(List.of(reported, silent), 1).sentP95Millis()).isNull();
    assertThat(HistogramStore.percentiles(List.of(reported, silent), 1).p95Millis()).isNotNull();
  }

  @Test
  void knowsWhetherAStepIsThereAsItWasRecorded() {
    Map<String, String> data = new HashMap<>(HistogramStore.with(Map.of(), late(1)));
    assertThat(HistogramStore.holds(data, 1, 4)).isTrue();
    assertThat(HistogramStore.holds(data, 1, 5)).isFalse();
    assertThat(HistogramStore.holds(data, 2, 4)).isFalse();
    assertThat(HistogramStore.holds(HistogramStore.with(Map.of(), twoKinds(1)), 1, 4)).isTrue();

    data.put("step-01-sent", "nonsense");
    assertThat(HistogramStore.holds(data, 1, 4)).isFalse();
    data.put("step-01-sent", Histograms.encode(Steps.histogram(1)));
    assertThat(HistogramStore.holds(data, 1, 4)).isFalse();
  }

  /** Histograms that objectives use keep their precision as long as possible. */
  @Test
  void leavesTimesFromTheSendingOutBeforeItCoarsens() {
    Map<String, String> data = Map.of();
    Histogram times = manyKinds(1, 1, 60_000).get("kind0");
    int steps = 0;
    while (steps == 0 || data.containsKey("step-01-sent")) {
      steps++;
      LoadRecord.Step step = Steps.step(steps, Map.of("newOrder", times));
      data = HistogramStore.with(data, Steps.sent(step, times));
    }

    assertThat(characters(data)).isLessThan(HistogramStore.MAX_CHARACTERS);
    assertThat(HistogramStore.step(data, 1)).as("within 0.1 %").isEqualTo(times);
    assertThat(HistogramStore.holds(data, steps, 60_000)).isTrue();
  }

  @Test
  void mergesKindsWhereTheyWouldTakeTooMuchRoom() {
    Map<String, String> data = Map.of();
    for (int step = 1; step <= 32; step++) {
      data = HistogramStore.with(data, Steps.step(step, manyKinds(step, 4, 60_000)));
    }

    assertThat(characters(data)).isLessThan(HistogramStore.MAX_CHARACTERS);
    assertThat(HistogramStore.transactions(data, 1)).containsOnlyKeys(HistogramStore.ALL);
    assertThat(HistogramStore.step(data, 1).getTotalCount()).isEqualTo(240_000);
  }

  @Test
  void keepsPercentilesWithinOnePercentWhenItMustCoarsen() {
    Histogram merged = Histograms.merge(manyKinds(1, 1, 60_000).values(), 2);
    double exact = Histograms.merge(manyKinds(1, 1, 60_000).values()).getValueAtPercentile(95);

    assertThat(merged.getValueAtPercentile(95))
        .isBetween((long) (exact * 0.99), (long) (exact * 1.01));
  }

  /** One run's histograms were coarsened, and another's were not: no percentile is shortened. */
  @Test
  void stepsThatWereCoarsenedKeepTheirTimesWhenRunsAreMerged() {
    Histogram coarse = new Histogram(Histograms.COARSE_DIGITS);
    coarse.recordValueWithCount(1_003_500, 100);
    Histogram fine = new Histogram(Histograms.DIGITS);
    fine.recordValueWithCount(1_003_500, 100);
    List<Map<String, String>> runs =
        List.of(
            HistogramStore.with(Map.of(), Steps.step(1, Map.of("newOrder", coarse))),
            HistogramStore.with(Map.of(), Steps.step(1, Map.of("newOrder", fine))));

    ResponseTimes both = HistogramStore.percentiles(runs, 1);

    assertThat(List.of(both.p50Millis(), both.p95Millis(), both.maxMillis()))
        .allSatisfy(millis -> assertThat(millis).isBetween(1003.5, 1013.5));
    assertThat(HistogramStore.percentiles(runs.subList(0, 1), 1).p95Millis())
        .as("the coarse one alone")
        .isBetween(1003.5, 1013.5);
  }

  @Test
  void refusesDamagedData() {
    assertThatThrownBy(() -> HistogramStore.step(Map.of("step-01", "nonsense\n"), 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** The same, all sent up to 22 ms late. */
  private static LoadRecord.Step late(int step) {
    return Steps.sent(twoKinds(step), Steps.histogram(5, 5, 5, 8));
  }

  private static LoadRecord.Step twoKinds(int step) {
    return Steps.step(
        step, Map.of("newOrder", Steps.histogram(10, 20, 30), "orderStatus", Steps.histogram(5)));
  }

  /** Response times over the whole range from 1 ms to 1 min: the worst case for compression. */
  private static Map<String, Histogram> manyKinds(long seed, int kinds, int values) {
    Random random = new Random(seed);
    Map<String, Histogram> histograms = new HashMap<>();
    for (int kind = 0; kind < kinds; kind++) {
      Histogram histogram = new Histogram(Histograms.DIGITS);
      for (int i = 0; i < values; i++) {
        histogram.recordValue((long) (1000 * Math.exp(random.nextDouble() * 11)));
      }
      histograms.put("kind" + kind, histogram);
    }
    return histograms;
  }

  private static int characters(Map<String, String> data) {
    return data.values().stream().mapToInt(String::length).sum();
  }
}
