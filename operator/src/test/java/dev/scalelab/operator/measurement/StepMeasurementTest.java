package dev.scalelab.operator.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.scalelab.operator.api.FailureCount;
import dev.scalelab.operator.api.GeneratorResult;
import dev.scalelab.operator.api.ObjectivesSpec;
import dev.scalelab.operator.api.PodShare;
import dev.scalelab.operator.api.ResponseShare;
import dev.scalelab.operator.api.ResponseTimeObjective;
import dev.scalelab.operator.api.SteadyVerdict;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.StreamResult;
import dev.scalelab.operator.api.TransactionResult;
import dev.scalelab.operator.loadrun.LoadRecord;
import dev.scalelab.operator.support.Objectives;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class StepMeasurementTest {
  private static final ObjectivesSpec OBJECTIVES = Objectives.of(200);

  @Test
  void aStepWithASeriesIsJudgedWithoutWaitingForTheServers() {
    LoadRecord.Step step = Steps.step(1, Map.of("newOrder", Steps.histogram(10, 20, 30)));

    assertThat(StepMeasurement.of(step, OBJECTIVES).steady()).isNull();
    assertThat(StepMeasurement.of(step.withSeries(Steps.evenly(30)), OBJECTIVES).steady().verdict())
        .as("its 20 s are too short")
        .isEqualTo(SteadyVerdict.NOT_JUDGED);
    LoadRecord.Series damaged = new LoadRecord.Series("nonsense", 5, List.of());
    assertThat(StepMeasurement.of(step.withSeries(damaged), OBJECTIVES).steady()).isNull();
  }

  @Test
  void figuresOfAStep() {
    Histogram orders = new Histogram(3);
    orders.recordValueWithCount(100_000, 598);
    Histogram status = new Histogram(3);
    status.recordValueWithCount(10_000, 200);

    StepResult result =
        StepMeasurement.of(
            Steps.step(3, Map.of("newOrder", orders, "orderStatus", status), 2), OBJECTIVES);

    assertThat(result.step()).isEqualTo(3);
    assertThat(result.window().from()).isEqualTo("2026-11-21T05:00:10Z");
    assertThat(result.throughputPerSecond()).isEqualTo(39.9);
    assertThat(result.mixPerSecond()).as("798 of 802").isEqualTo(39.9);
    assertThat(result.errorPercent()).isEqualTo(0.25);
    assertThat(result.responseTimes().p50Millis()).isEqualTo(100.04);
    assertThat(result.objectivesMet()).isTrue();
    assertThat(result.errors()).containsExactly(new FailureCount("HTTP 503", 2L));
    assertThat(result.pods())
        .containsExactly(
            new PodShare("small-base-2-app-0", 798L), new PodShare("small-base-2-app-1", 1596L));
    assertThat(result.transactions())
        .containsExactly(
            new TransactionResult("newOrder", 598L, 2L, 100.04, 100.04, 100.04),
            new TransactionResult("orderStatus", 200L, 2L, 10.01, 10.01, 10.01));
    assertThat(result.generator())
        .isEqualTo(new GeneratorResult(0.4, 2.13, 0.16, 1.0, 1, 0L, null, null, null, null));
    assertThat(result.evidence()).isNull();
  }

  @Test
  void aShareOfTheResponsesWithinALimit() {
    Histogram orders = new Histogram(3);
    orders.recordValueWithCount(100_000, 90);
    orders.recordValueWithCount(900_000, 10);
    LoadRecord.Step step = Steps.step(1, Map.of("newOrder", orders));

    StepResult most = StepMeasurement.of(step, share(null, 90, 500));
    StepResult more = StepMeasurement.of(step, share("newOrder", 91, 500));

    assertThat(most.shares())
        .containsExactly(new ResponseShare(null, 500, 90, 90L, 100L, 90.0, 100.03));
    assertThat(most.objectivesMet()).isTrue();
    assertThat(more.shares().get(0).millis()).as("of the slow ones").isBetween(900.0, 901.0);
    assertThat(more.objectivesMet()).isFalse();
    assertThat(StepMeasurement.of(step, share("orderStatus", 91, 500)).objectivesMet())
        .as("it was not attempted")
        .isTrue();
    assertThat(StepMeasurement.of(step, OBJECTIVES).shares()).isNull();
  }

  private static ObjectivesSpec share(String transaction, int minSharePercent, int maxMillis) {
    return new ObjectivesSpec(
        List.of(new ResponseTimeObjective(transaction, null, maxMillis, minSharePercent)),
        new Quantity("1"),
        null,
        null);
  }

  @Test
  void percentilesAreThoseOfAllTransactionsTogether() {
    Histogram fast = new Histogram(3);
    fast.recordValueWithCount(1_000, 90);
    Histogram slow = new Histogram(3);
    slow.recordValueWithCount(1_000_000, 10);

    StepResult result =
        StepMeasurement.of(Steps.step(1, Map.of("fast", fast, "slow", slow)), OBJECTIVES);

    assertThat(result.responseTimes().p90Millis()).isEqualTo(1.0);
    assertThat(result.responseTimes().p95Millis()).isBetween(1000.0, 1001.0);
    assertThat(result.objectivesMet()).isFalse();
  }

  /** Two digits keep 1003.5 ms as 1000 to 1007.6: at three digits that would be 999.9 to 1000.4. */
  @Test
  void aGeneratorThatReportsTwoDigitsDoesNotMeetALimitThatItMissed() {
    Histogram coarse = new Histogram(2);
    coarse.recordValueWithCount(1_003_500, 100);

    StepResult result =
        StepMeasurement.of(
            Steps.step(1, Map.of("slow", coarse, "none", new Histogram(3))), Objectives.of(1003));

    assertThat(result.responseTimes().p95Millis()).isBetween(1003.5, 1013.5);
    assertThat(result.objectivesMet()).isFalse();
  }

  @Test
  void objectivesAreMissedByErrorsAloneToo() {
    Histogram fast = new Histogram(3);
    fast.recordValueWithCount(1_000, 100);

    assertThat(StepMeasurement.of(Steps.step(1, Map.of("t", fast), 1), OBJECTIVES).objectivesMet())
        .isTrue();
    assertThat(StepMeasurement.of(Steps.step(1, Map.of("t", fast), 2), OBJECTIVES).objectivesMet())
        .isFalse();
  }

  @Test
  void eachKindOfTransactionKeepsToAnObjectiveOfItsOwn() {
    Histogram orders = new Histogram(3);
    orders.recordValueWithCount(50_000, 89);
    orders.recordValueWithCount(150_000, 11);
    Map<String, Histogram> kinds = Map.of("newOrder", orders, "orderStatus", new Histogram(3));

    assertThat(objectivesMet(kinds, Map.of("newOrder", 151))).isTrue();
    assertThat(objectivesMet(kinds, Map.of("newOrder", 150)))
        .as("90th percentile 150.02 ms")
        .isFalse();
    assertThat(objectivesMet(kinds, Map.of("orderStatus", 1)))
        .as("none of its kind was tried")
        .isTrue();
  }

  @Test
  void aKindOfTransactionThatAlwaysFailsMeetsNoObjective() {
    ObjectivesSpec objectives = Objectives.of(2000, 50, Map.of("workOrder", 5000));
    TransactionResult failed = new TransactionResult("workOrder", 0L, 3L, null, null, null);
    TransactionResult another = new TransactionResult("newOrder", 0L, 3L, null, null, null);

    assertThat(objectives.metByEach(List.of(failed))).isFalse();
    assertThat(objectives.metByEach(List.of(another))).isTrue();
  }

  private static boolean objectivesMet(
      Map<String, Histogram> kinds, Map<String, Integer> transactionP90Millis) {
    return StepMeasurement.of(Steps.step(1, kinds), Objectives.of(200, 1, transactionP90Millis))
        .objectivesMet();
  }

  @Test
  void nothingCompletedMeetsNoObjective() {
    StepResult result =
        StepMeasurement.of(Steps.step(1, Map.of("newOrder", new Histogram(3))), OBJECTIVES);

    assertThat(result.objectivesMet()).isFalse();
    assertThat(result.throughputPerSecond()).isZero();
    assertThat(result.errorPercent()).isZero();
    assertThat(result.responseTimes().p95Millis()).isNull();
  }

  @Test
  void theStreamBesideAStepIsInNoOtherFigure() {
    LoadRecord.Step visits = Steps.step(1, Map.of("visit", Steps.histogram(1, 2, 3)));

    StepResult result = StepMeasurement.of(Steps.streamed(visits, 100, 98), OBJECTIVES);

    assertThat(result.stream())
        .isEqualTo(
            new StreamResult(
                "order",
                5.0,
                4.9,
                100L,
                98L,
                2L,
                8.01,
                8.01,
                null,
                null,
                null,
                List.of(new FailureCount("HTTP 503", 2L))));
    assertThat(result.stream().inWords())
        .isEqualTo("stream of order: 4.9/s accepted of 5.0/s requested");
    assertThat(result.counts().completed()).isEqualTo(3);
    assertThat(result.throughputPerSecond()).isEqualTo(0.15);
    assertThat(result.errorPercent()).isZero();
    assertThat(result.objectivesMet()).isTrue();
    assertThat(result.transactions()).extracting(TransactionResult::name).containsExactly("visit");
    assertThat(result.generator().latenessP99Millis()).as("the later of both").isEqualTo(60);
  }

  @Test
  void refusesAStreamWhoseHistogramHoldsOtherTransactionsThanItCounts() {
    LoadRecord.Step visits = Steps.step(1, Map.of("visit", Steps.histogram(1)));
    LoadRecord.Stream wrong =
        new LoadRecord.Stream(
            "order", 5, 3, 3, 0, Histograms.encode(Steps.histogram(1, 2)), null, List.of(), null);

    assertThatThrownBy(() -> StepMeasurement.of(visits.withStream(wrong), OBJECTIVES))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith(
            "the histogram of its stream holds 2 values, but 3 transactions completed");
  }

  @Test
  void refusesARecordWhoseHistogramsHoldOtherTransactionsThanItCounts() {
    LoadRecord.Step step =
        Steps.step(4, Map.of("newOrder", Steps.histogram(1, 2, 3, 4, 5)))
            .withTransactions(
                Map.of(
                    "newOrder",
                    new LoadRecord.Transaction(
                        5, 0, 5, 0, 5, 1, Histograms.encode(Steps.histogram(1, 2)))));

    assertThatThrownBy(() -> StepMeasurement.of(step, OBJECTIVES))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "record of step 4 of run small-base-2-r1: its histograms hold 2 values, but 5"
                + " transactions completed");
  }
}
