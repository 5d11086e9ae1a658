package dev.scalelab.operator.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.analysis.ScalingAnalysis.Measured;
import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.FigureIntervals;
import dev.scalelab.operator.api.Interval;
import dev.scalelab.operator.api.ResultNote;
import dev.scalelab.operator.api.RoundFigures;
import dev.scalelab.operator.api.SteadyClass;
import dev.scalelab.operator.api.TrialResult;
import dev.scalelab.operator.plan.Plan;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RowIntervalsTest {
  private static final Plan PLAN = MeasuredRounds.plan("sweep: {replicas: [1, 2]}");

  @Test
  void aRowHasTheIntervalOfEachFigure() {
    ConfigurationResult row =
        rows(
                MeasuredRounds.of(PLAN, "base-1", 49, 50, 51),
                MeasuredRounds.of(PLAN, "base-2", 93, 95, 97))
            .get(1);

    FigureIntervals intervals = row.intervals();
    assertThat(row.rounds()).isEqualTo(3);
    assertThat(intervals.peakPerSecond()).isEqualTo(new Interval(90.15, 100.09));
    assertThat(intervals.capacityPerSecond()).isEqualTo(new Interval(20.0, 20.0));
    assertThat(row.speedup()).isEqualTo(1.9);
    assertThat(intervals.speedup()).as("paired, so narrow").isEqualTo(new Interval(1.9, 1.9));
    assertThat(intervals.efficiency()).isEqualTo(new Interval(0.95, 0.95));
    assertThat(intervals.meanMillis().low()).isLessThan(13.0);
    assertThat(intervals.meanMillis().high()).isGreaterThan(13.0);
    assertThat(intervals.p95Millis().low()).isLessThan(30.0);
    assertThat(intervals.p95Millis().high()).isGreaterThan(30.0);
  }

  @Test
  void theFewestServersHaveNoSpeedUp() {
    ConfigurationResult row = rows(MeasuredRounds.of(PLAN, "base-1", 49, 50, 51)).get(0);

    assertThat(row.intervals().peakPerSecond()).isNotNull();
    assertThat(row.intervals().speedup()).isNull();
  }

  @Test
  void aPercentileWithFewTransactionsBeyondItHasNone() {
    ConfigurationResult row = rows(MeasuredRounds.of(PLAN, "base-1", 49, 50, 51)).get(0);

    assertThat(row.intervals().p99Millis()).as("9 of 900 are beyond it").isNull();
    assertThat(row.intervals().p95Millis()).isNotNull();
    assertThat(row.notes()).containsExactly(ResultNote.TOO_FEW_TRANSACTIONS);
  }

  @Test
  void oneRoundHasNoIntervals() {
    ConfigurationResult row = rows(MeasuredRounds.of(PLAN, "base-1", 49)).get(0);

    assertThat(row.intervals()).isNull();
    assertThat(row.notes()).containsExactly(ResultNote.ONE_ROUND);
  }

  @Test
  void aReportedStepThatChangedInTwoRoundsIsNamed() {
    assertThat(notes(null, SteadyClass.SLOWING_DOWN, SteadyClass.LEVEL_SHIFT))
        .contains(ResultNote.NOT_STEADY);
    assertThat(notes(null, SteadyClass.SLOWING_DOWN, null))
        .as("one of three may be chance")
        .doesNotContain(ResultNote.NOT_STEADY);
    assertThat(notes(SteadyClass.SLOWING_DOWN))
        .containsExactly(ResultNote.NOT_STEADY, ResultNote.ONE_ROUND);
  }

  private static List<ResultNote> notes(SteadyClass... ofRounds) {
    TrialResult result =
        MeasuredRounds.result(DoubleStream.generate(() -> 50).limit(ofRounds.length).toArray());
    List<RoundFigures> rounds =
        IntStream.range(0, ofRounds.length)
            .mapToObj(i -> result.rounds().get(i).withUnsteady(ofRounds[i]))
            .toList();
    return rows(new Measured(
            MeasuredRounds.configuration(PLAN, "base-1"), result.withRounds(rounds)))
        .get(0)
        .notes();
  }

  @Test
  void intervalsOfRoundsOnTheSameServersAreNamed() {
    Plan listed = MeasuredRounds.plan("sweep: {order: Listed}");

    assertThat(rows(MeasuredRounds.of(listed, "base-1", 49, 50, 51)).get(0).notes())
        .contains(ResultNote.SAME_SERVERS);
    assertThat(rows(MeasuredRounds.of(listed, "base-1", 49)).get(0).notes())
        .as("one round has no interval")
        .containsExactly(ResultNote.ONE_ROUND);
    Plan disturbed =
        MeasuredRounds.plan(
            "{sweep: {order: Listed}, disturbances: [{name: kill, action: DeletePod, tier: application, step: 1, atSecond: 20}]}");
    assertThat(rows(MeasuredRounds.of(disturbed, "base-1", 49, 50, 51)).get(0).notes())
        .as("a disturbed run has servers of its own")
        .doesNotContain(ResultNote.SAME_SERVERS);
  }

  @Test
  void aPeakThatWasOnlyRequestedIsNamed() {
    ConfigurationResult row = rows(MeasuredRounds.unsaturated(PLAN, "base-1", 20, 20, 20)).get(0);

    assertThat(row.notes()).contains(ResultNote.PEAK_NOT_REACHED);
    assertThat(row.intervals().peakPerSecond()).as("it is higher").isNull();
    assertThat(row.intervals().capacityPerSecond()).isNull();
  }

  @Test
  void aCapacityWithoutALimitHasNoInterval() {
    Measured oneNumberOfUsers =
        new Measured(
            MeasuredRounds.configuration(PLAN, "base-1"),
            MeasuredRounds.result(20, 21, 22).with(all -> all.saturated(null)));

    assertThat(rows(oneNumberOfUsers).get(0).intervals().capacityPerSecond()).isNull();
  }

  @Test
  void aTrialOfAnOlderVersionHasNoRounds() {
    Measured old =
        new Measured(
            MeasuredRounds.configuration(PLAN, "base-1"),
            MeasuredRounds.result(49, 50).withRounds(null));

    assertThat(rows(old).get(0).intervals()).isNull();
    assertThat(rows(old).get(0).notes()).isNull();
  }

  private static List<ConfigurationResult> rows(Measured... measured) {
    RowIntervals intervals = new RowIntervals(List.of(measured));
    return ScalingAnalysis.of(List.of(measured), false).stream().map(intervals::of).toList();
  }
}
