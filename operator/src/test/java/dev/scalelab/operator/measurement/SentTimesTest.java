package dev.scalelab.operator.measurement;

import static dev.scalelab.operator.measurement.GeneratorRecordsTest.merged;
import static dev.scalelab.operator.measurement.GeneratorRecordsTest.times;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.scalelab.operator.api.ObjectivesSpec;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.loadrun.LoadRecord;
import dev.scalelab.operator.support.Objectives;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Objectives use times from the scheduled moment; those from the sending are stored too. */
class SentTimesTest {
  private static final ObjectivesSpec OBJECTIVES = Objectives.of(200);

  /** Users waited 400 ms, 100 ms of it for the server: a late generator must not look fast. */
  @Test
  void timesFromTheScheduledMomentAreJudgedAndThoseFromTheSendingKept() {
    Histogram scheduled = times(100_000, 90, 400_000, 10);
    LoadRecord.Step late = Steps.step(1, Map.of("newOrder", scheduled));

    StepResult result =
        StepMeasurement.of(Steps.sent(late, times(100_000, 98, 110_000, 2)), OBJECTIVES);

    assertThat(result.responseTimes().p95Millis()).isBetween(400.0, 401.0);
    assertThat(result.responseTimes().p99Millis()).isBetween(400.0, 401.0);
    assertThat(result.transactions().get(0).p95Millis()).isBetween(400.0, 401.0);
    assertThat(result.objectivesMet()).isFalse();
    assertThat(result.responseTimes().sentP95Millis()).isBetween(99.0, 100.0);
    assertThat(result.responseTimes().sentP99Millis()).isBetween(109.0, 110.0);
  }

  @Test
  void aGeneratorThatDoesNotReportTimesFromTheSendingHasNone() {
    StepResult result =
        StepMeasurement.of(Steps.step(1, Map.of("t", Steps.histogram(1, 2))), OBJECTIVES);

    assertThat(result.responseTimes().p95Millis()).isNotNull();
    assertThat(result.responseTimes().sentP95Millis()).isNull();
    assertThat(result.responseTimes().sentP99Millis()).isNull();
  }

  @Test
  void refusesTimesFromTheSendingOfOtherTransactions() {
    LoadRecord.Step step = Steps.step(1, Map.of("t", Steps.histogram(1, 2)));

    assertThatThrownBy(() -> StepMeasurement.of(Steps.sent(step, Steps.histogram(1)), OBJECTIVES))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("a sentHistogram holds 1 values, but 2 transactions completed");
  }

  @Test
  void timesFromTheSendingAreMergedOverGenerators() {
    LoadRecord.Step inTime = Steps.sent(step(times(10_000, 90)), times(10_000, 90));
    LoadRecord.Step late = Steps.sent(step(times(800_000, 10)), times(10_000, 4, 20_000, 6));

    StepResult result = StepMeasurement.of(merged(inTime, late), OBJECTIVES);

    assertThat(result.responseTimes().p95Millis()).isBetween(799.0, 801.0);
    assertThat(result.responseTimes().sentP95Millis()).isBetween(19.8, 20.0);
    assertThat(StepMeasurement.of(inTime, OBJECTIVES).responseTimes().sentP95Millis())
        .isBetween(9.9, 10.0);
  }

  @Test
  void timesFromTheSendingAreAbsentIfOneOfThemDoesNotReportThem() {
    LoadRecord.Step reporting = Steps.sent(step(times(10_000, 90)), times(10_000, 90));
    LoadRecord.Step silent = step(times(10_000, 10));

    assertThat(merged(reporting, silent).sentHistogram()).isNull();
    assertThat(merged(silent, reporting).sentHistogram()).isNull();
  }

  @Test
  void aLateGeneratorIsNotExcusedByThePercentileThatItsLatenessMakesLonger() {
    StepResult late = ValidRuns.step(2, ValidRuns.late(90.0), 1000.0, 100.0);
    StepResult slow = ValidRuns.step(2, ValidRuns.late(90.0), 1000.0, 1000.0);

    assertThat(StepValidity.generator(late))
        .extracting(Invalid::reason)
        .containsExactly(Reason.LOAD_GENERATOR_SATURATED);
    assertThat(StepValidity.generator(slow)).isEmpty();
  }

  private static LoadRecord.Step step(Histogram times) {
    return Steps.step(1, Map.of("newOrder", times));
  }
}
