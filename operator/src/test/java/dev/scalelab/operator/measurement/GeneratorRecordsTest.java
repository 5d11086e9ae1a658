package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ObjectivesSpec;
import dev.scalelab.operator.api.RequestFailures;
import dev.scalelab.operator.api.StateCounts;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.loadrun.LoadRecord;
import dev.scalelab.operator.support.Objectives;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Records of two load generators, merged into one run's. */
class GeneratorRecordsTest {
  private static final ObjectivesSpec OBJECTIVES = Objectives.of(2000);
  private static final Instant BEGIN = Instant.parse("2026-11-21T05:00:00Z");

  @Test
  void theRecordsOfOneThatIsAloneStayAsTheyAre() {
    List<LoadRecord> own = List.of(start(0), step(1, 10, 0), end(0, 10));

    assertThat(GeneratorRecords.merge(Map.of(0, own), 1)).isSameAs(own);
    assertThat(GeneratorRecords.merge(Map.of(), 1)).isEmpty();
  }

  @Test
  void recordsThatOneOfThemIsWithoutAreLeftOut() {
    List<LoadRecord> ahead = List.of(start(0), step(1, 10, 0), step(2, 10, 0), end(0, 20));

    assertThat(GeneratorRecords.merge(Map.of(0, ahead), 2)).as("no pod yet").isEmpty();
    assertThat(GeneratorRecords.merge(Map.of(1, ahead), 2)).isEmpty();
    assertThat(merge(ahead, List.of())).isEmpty();
    assertThat(merge(ahead, List.of(start(0)))).hasExactlyElementsOfTypes(LoadRecord.Start.class);
    assertThat(merge(ahead, List.of(start(0), step(1, 10, 0))))
        .hasExactlyElementsOfTypes(LoadRecord.Start.class, LoadRecord.Step.class);
    assertThat(merge(ahead, ahead))
        .hasExactlyElementsOfTypes(
            LoadRecord.Start.class,
            LoadRecord.Step.class,
            LoadRecord.Step.class,
            LoadRecord.Run.class);
  }

  @Test
  void aStepThatOneOfThemIsWithoutIsLeftOutAndTheNextIsNot() {
    List<LoadRecord> whole = List.of(start(0), step(1, 10, 0), step(2, 10, 0));

    assertThat(merge(whole, List.of(start(0), step(2, 10, 0))))
        .filteredOn(LoadRecord.Step.class::isInstance)
        .extracting(line -> ((LoadRecord.Step) line).step())
        .containsExactly(2);
  }

  @Test
  void countsOfAStepAreAdded() {
    LoadRecord.Step merged = merged(step(1, 30, 2), step(1, 20, 1));

    assertThat(merged.targetPerSecond()).as("of all together").isEqualTo(40);
    assertThat(merged.measuredSeconds()).isEqualTo(20);
    assertThat(merged.scheduled()).isEqualTo(53);
    assertThat(merged.sent()).isEqualTo(53);
    assertThat(merged.completed()).isEqualTo(50);
    assertThat(merged.failed()).isEqualTo(3);
    assertThat(merged.requests()).isEqualTo(150);
    assertThat(merged.errors()).containsExactly(new LoadRecord.Failure("HTTP 503", 3));
    assertThat(merged.pods())
        .isEqualTo(Map.of("small-base-2-app-0", 50L, "small-base-2-app-1", 100L));
    assertThat(merged.transactions().get("newOrder"))
        .extracting(LoadRecord.Transaction::ok, LoadRecord.Transaction::requestsEach)
        .containsExactly(50L, 3);
  }

  @Test
  void whatUsersLostIsAdded() {
    LoadRecord.Step one =
        step(1, 30, 2)
            .withState(new StateCounts(10L, 7L, 3L, 1L, 1L, 0L, 0L, 1L))
            .withFailedBy(new RequestFailures(null, 2L, null, 1L, null, null, 2L, null, null));
    LoadRecord.Step other =
        step(1, 20, 1)
            .withState(new StateCounts(5L, 4L, 0L, 0L, 0L, 1L, 0L, 0L))
            .withFailedBy(new RequestFailures(null, null, null, 4L, null, null, 1L, null, null));

    StepResult result = StepMeasurement.of(merged(one, other), OBJECTIVES);

    assertThat(result.state()).isEqualTo(new StateCounts(15L, 11L, 3L, 1L, 1L, 1L, 0L, 1L));
    assertThat(result.failedRequests())
        .isEqualTo(new RequestFailures(null, 2L, null, 5L, null, null, 3L, null, null));
    assertThat(result.failedRequests().total()).isEqualTo(10);
    assertThat(merged(one.withFailedBy(null), step(1, 20, 1)).failedBy()).isNull();
  }

  @Test
  void aGeneratorWithFewerDigitsThanAnotherDoesNotShortenTimes() {
    Histogram coarse = new Histogram(2);
    coarse.recordValueWithCount(1_003_500, 100);
    LoadRecord.Step merged = merged(step(1, coarse), step(1, times(1_003_500, 100)));

    assertThat(StepMeasurement.of(merged, OBJECTIVES).responseTimes().p95Millis())
        .isBetween(1003.5, 1013.5);
  }

  /** The mean of the two p95 would be 505 ms; of all hundred transactions 95 took 10 ms. */
  @Test
  void percentilesAreThoseOfTheMergedHistogram() {
    LoadRecord.Step fast = step(1, times(10_000, 90));
    LoadRecord.Step slower = step(1, times(10_000, 5, 1_000_000, 5));

    StepResult result = StepMeasurement.of(merged(fast, slower), OBJECTIVES);

    assertThat(StepMeasurement.of(fast, OBJECTIVES).responseTimes().p95Millis())
        .isBetween(9.9, 10.1);
    assertThat(StepMeasurement.of(slower, OBJECTIVES).responseTimes().p95Millis())
        .isBetween(999.0, 1001.0);
    assertThat(result.counts().completed()).isEqualTo(100);
    assertThat(result.throughputPerSecond()).isEqualTo(5);
    assertThat(result.responseTimes().p95Millis()).isBetween(9.9, 10.1);
    assertThat(result.responseTimes().p99Millis()).isBetween(999.0, 1001.0);
    assertThat(result.responseTimes().maxMillis()).isBetween(999.0, 1001.0);
  }

  @Test
  void kindsOfTransactionsThatOnlyOneOfThemHadAreKept() {
    LoadRecord.Step orders = Steps.step(1, Map.of("newOrder", times(10_000, 3)));
    LoadRecord.Step looks = Steps.step(1, Map.of("orderStatus", times(1_000, 4)));

    StepResult result = StepMeasurement.of(merged(orders, looks), OBJECTIVES);

    assertThat(result.transactions())
        .extracting(kind -> kind.name() + " " + kind.ok())
        .containsExactly("newOrder 3", "orderStatus 4");
  }

  @Test
  void seriesAreAddedSecondBySecondAndPartByPart() {
    LoadRecord.Step both =
        merged(
            step(1, 10, 0).withSeries(Steps.evenly(30)),
            step(1, 10, 0).withSeries(Steps.evenly(29)));

    assertThat(StepSeries.decode(both.series().perSecond()).seconds())
        .hasSize(29)
        .allSatisfy(second -> assertThat(second.completed()).isEqualTo(80));
    assertThat(both.series().histograms())
        .hasSize(5)
        .allSatisfy(part -> assertThat(Histograms.decode(part).getTotalCount()).isEqualTo(400));
  }

  @Test
  void aSeriesMissingOrDamagedInOneGeneratorIsUnknown() {
    LoadRecord.Step good = step(1, 10, 0).withSeries(Steps.evenly(30));
    LoadRecord.Series damaged = new LoadRecord.Series("nonsense", 5, List.of());

    assertThat(merged(good, step(1, 10, 0)).series()).isNull();
    assertThat(merged(good, step(1, 10, 0).withSeries(damaged)).series()).isNull();
  }

  @Test
  void recordsWithAnotherTargetAreNotAdded() {
    LoadRecord.Step users = step(1, 10, 0).with(step -> step.targetPerSecond(null).users(7));

    assertThat(merge(List.of(step(1, 10, 0)), List.of(users))).isEmpty();
  }

  @Test
  void aDamagedHistogramLeavesItsStepOut() {
    LoadRecord.Step damaged =
        step(1, 1, 0)
            .withTransactions(
                Map.of("newOrder", new LoadRecord.Transaction(1, 0, 1, 0, 1, 1, "HIST")));

    assertThat(merge(List.of(start(0), step(1, 10, 0)), List.of(start(0), damaged)))
        .hasExactlyElementsOfTypes(LoadRecord.Start.class);
  }

  @Test
  void aRunLastsFromTheFirstBeginToTheLastEnd() {
    List<LoadRecord> merged = merge(List.of(start(0), end(0, 20)), List.of(start(1), end(1, 22)));

    assertThat(merged)
        .containsExactly(
            new LoadRecord.Start("small-base-2-r1", BEGIN),
            new LoadRecord.Run(
                "small-base-2-r1",
                BEGIN,
                BEGIN.plusSeconds(22),
                Map.of("newOrder", new LoadRecord.Outcome(14, 4, 2)),
                40,
                4,
                null,
                null,
                null,
                null));
  }

  static List<LoadRecord> merge(List<LoadRecord> first, List<LoadRecord> second) {
    return GeneratorRecords.merge(Map.of(0, first, 1, second), 2);
  }

  static LoadRecord.Step merged(LoadRecord.Step first, LoadRecord.Step second) {
    return (LoadRecord.Step) merge(List.of(first), List.of(second)).get(0);
  }

  private static LoadRecord start(long second) {
    return new LoadRecord.Start("small-base-2-r1", BEGIN.plusSeconds(second));
  }

  private static LoadRecord end(long started, long finished) {
    return new LoadRecord.Run(
        "small-base-2-r1",
        BEGIN.plusSeconds(started),
        BEGIN.plusSeconds(finished),
        Map.of("newOrder", new LoadRecord.Outcome(7, 2, 1)),
        20,
        2,
        null,
        null,
        null,
        null);
  }

  static LoadRecord.Step step(int number, long completed, long failed) {
    return Steps.step(number, Map.of("newOrder", times(10_000, completed)), failed);
  }

  private static LoadRecord.Step step(int number, Histogram times) {
    return Steps.step(number, Map.of("newOrder", times));
  }

  /** Values in microseconds, each followed by its count. */
  static Histogram times(long... valuesAndCounts) {
    Histogram histogram = new Histogram(Histograms.DIGITS);
    for (int i = 0; i < valuesAndCounts.length; i += 2) {
      histogram.recordValueWithCount(valuesAndCounts[i], valuesAndCounts[i + 1]);
    }
    return histogram;
  }
}
