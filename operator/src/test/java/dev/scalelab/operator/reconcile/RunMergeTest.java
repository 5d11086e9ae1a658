package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.AuditResult.RowCount;
import dev.scalelab.operator.api.ObjectivesSpec;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.RunTotals;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.TransactionCount;
import dev.scalelab.operator.loadrun.LoadRecord;
import dev.scalelab.operator.loadrun.LoadRecordStepBuilder;
import dev.scalelab.operator.measurement.Histograms;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Objectives;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class RunMergeTest {
  private static final ObjectivesSpec OBJECTIVES = Objectives.of(2000);
  private static final Instant START = Instant.parse("2026-01-01T12:00:00Z");

  @Test
  void takesEachStepOnceHoweverOftenItIsRead() {
    RunResult once = merge(Experiments.begun(1), List.of(start(), step(1, 100)));
    RunResult twice = merge(once, List.of(start(), step(1, 100), step(2, 150)));

    assertThat(twice.steps()).extracting(StepResult::step).containsExactly(1, 2);
    assertThat(twice.steps().get(0)).isEqualTo(once.steps().get(0));
    assertThat(twice.startedAt()).isEqualTo(START.toString());
  }

  @Test
  void neverChangesAStepThatIsRecorded() {
    RunResult before = merge(Experiments.begun(1), List.of(step(1, 100)));

    assertThat(merge(before, List.of(step(1, 999)))).isEqualTo(before);
  }

  @Test
  void losesNothingWhenThePodAndItsRecordsAreGone() {
    RunResult before = merge(Experiments.begun(1), List.of(step(1, 100)));

    assertThat(merge(before, List.of())).isEqualTo(before);
  }

  @Test
  void asksForEvidenceUntilItIsThere() {
    RunResult without = merge(Experiments.begun(1), List.of(step(1, 100)));
    RunResult with =
        RunMerge.merge(without, List.of(), OBJECTIVES, s -> s.evidenced(Given.evidence()), "map");

    assertThat(without.steps().get(0).evidence()).isNull();
    assertThat(with.steps().get(0).evidence()).isNotNull();
  }

  @Test
  void aStepWhoseRecordContradictsItselfStaysMissing() {
    LoadRecord.Step wrong = step(1, 100).withCompleted(77);

    assertThat(merge(Experiments.begun(1), List.of(wrong)).steps()).isEmpty();
  }

  @Test
  void takesTheRunsTotalsAndTheAudit() {
    var run =
        new LoadRecord.Run(
            "r",
            START,
            START.plusSeconds(60),
            Map.of("newOrder", new LoadRecord.Outcome(5, 3, 2)),
            30,
            1,
            null,
            null,
            null,
            null);
    var audit =
        new LoadRecord.Audit(
            Map.of("newOrder", 6L, "changeOrder", 2L),
            Map.of("orphans", 1L, "ordersLost", 0L),
            Map.of("purchaseOrdersOpen", 0L),
            null);

    RunResult merged = merge(Experiments.begun(1), List.of(run, audit));

    assertThat(merged.totals().transactions())
        .containsExactly(new TransactionCount("newOrder", 5L, 3L, 2L));
    assertThat(merged.audit().done())
        .containsExactly(new RowCount("changeOrder", 2L), new RowCount("newOrder", 6L));
    assertThat(merged.audit().faults())
        .as("only those there are")
        .containsExactly(new RowCount("orphans", 1L));
    assertThat(merged.audit().counts()).containsExactly(new RowCount("purchaseOrdersOpen", 0L));
  }

  @Test
  void theStreamBesideTheLoadIsCountedInTheRunsTotals() {
    var run =
        new LoadRecord.Run(
            "r",
            START,
            START.plusSeconds(60),
            Map.of("visit", new LoadRecord.Outcome(5, 3, 2)),
            30,
            1,
            new LoadRecord.StreamTotals("order", 40, 2, 1, 41, 1),
            null,
            null,
            null);

    RunResult merged = merge(Experiments.begun(1), List.of(run));

    assertThat(merged.totals())
        .isEqualTo(
            new RunTotals(
                List.of(
                    new TransactionCount("visit", 5L, 3L, 2L),
                    new TransactionCount("order", 40L, 2L, 1L)),
                71L,
                2L,
                null));
  }

  private static RunResult merge(RunResult run, List<LoadRecord> records) {
    return RunMerge.merge(run, records, OBJECTIVES, UnaryOperator.identity(), "map");
  }

  private static LoadRecord start() {
    return new LoadRecord.Start("small-base-1-r1", START);
  }

  static LoadRecord.Step step(int number, int completed) {
    Histogram histogram = new Histogram(3);
    for (int i = 0; i < completed; i++) {
      histogram.recordValue(10_000);
    }
    var transaction =
        new LoadRecord.Transaction(
            completed, 0, completed, 0, completed, 1, Histograms.encode(histogram));
    return LoadRecordStepBuilder.builder()
        .run("small-base-1-r1")
        .step(number)
        .targetPerSecond(10.0)
        .startedAt(START)
        .measuredFrom(START)
        .measuredTo(START.plusSeconds(10))
        .measuredSeconds(10)
        .scheduled(completed)
        .sent(completed)
        .completed(completed)
        .requests(completed)
        .transactions(Map.of("newOrder", transaction))
        .lateness(new LoadRecord.Lateness(1, 2, 3))
        .cpuSeconds(1)
        .cpuLimitCores(1.0)
        .build();
  }
}
