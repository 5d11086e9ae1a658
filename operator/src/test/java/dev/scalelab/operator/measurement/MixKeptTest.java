package dev.scalelab.operator.measurement;

import static dev.scalelab.operator.measurement.ValidRuns.EXPECTED;
import static dev.scalelab.operator.measurement.ValidRuns.counted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.AuditResult;
import dev.scalelab.operator.api.AuditResult.RowCount;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunTotals;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.TransactionCount;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.workload.Workload;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Proportions of 60 % new orders and 40 % changes, in runs of 10,000 transactions. */
class MixKeptTest {
  private static final Map<String, Double> MIX = ValidRuns.MIX;

  @Test
  void aShareMayBeOffByOnePercentOfIt() {
    assertThat(MixKept.check(orders(6000, 4000), MIX, 1)).isEmpty();
    assertThat(MixKept.check(orders(6040, 3960), MIX, 1)).isEmpty();
    assertThat(MixKept.check(orders(6041, 3959), MIX, 1))
        .containsExactly(
            new Invalid(
                Reason.MIX_NOT_KEPT,
                "changeOrder was 39.59 % of the transactions sent, and 40.00 % were requested"));
    assertThat(MixKept.check(orders(6061, 3939), MIX, 1)).hasSize(2);
  }

  @Test
  void aRareTransactionMayBeOffByWhatCutBlocksMayLeaveOut() {
    Map<String, Double> mix = Map.of("newOrder", 99.75, "changeOrder", 0.25);

    assertThat(MixKept.check(orders(9975, 25), mix, 1)).isEmpty();
    assertThat(MixKept.check(orders(9985, 15), mix, 1)).isEmpty();
    assertThat(MixKept.check(orders(9986, 14), mix, 1))
        .containsExactly(
            new Invalid(
                Reason.MIX_NOT_KEPT,
                "changeOrder was 0.14 % of the transactions sent, and 0.25 % were requested"));
  }

  @Test
  void whatIsCutOffOfSeveralGeneratorsAddsUpAsDeviationsDo() {
    Map<String, Double> mix = Map.of("newOrder", 99.0, "changeOrder", 1.0);

    assertThat(MixKept.check(orders(9880, 120), mix, 4)).isEmpty();
    assertThat(MixKept.check(orders(9879, 121), mix, 4)).hasSize(1);
    assertThat(MixKept.check(orders(9880, 120), mix, 1)).hasSize(1);
  }

  @Test
  void fewerTransactionsAreNotChecked() {
    assertThat(MixKept.check(orders(9999, 0), MIX, 1)).isEmpty();
    assertThat(MixKept.check(orders(10_000, 0), MIX, 1)).hasSize(2);
  }

  @Test
  void whatFailedOrWasShedCameAllTheSame() {
    RunTotals totals =
        totals(
            new TransactionCount("newOrder", 1000L, 5000L, 4000L),
            new TransactionCount("changeOrder", 4000L, 0L, 0L));

    assertThat(MixKept.check(totals, MIX, 1)).isEmpty();
  }

  @Test
  void whatIsNotInTheMixIsNotComparedAndWhatIsMissingIs() {
    RunTotals totals =
        totals(
            new TransactionCount("newOrder", 6000L, 0L, 0L),
            new TransactionCount("order", 9000L, 0L, 0L));

    assertThat(MixKept.check(totals, Map.of("newOrder", 100.0), 1)).isEmpty();
    assertThat(MixKept.check(totals, MIX, 1)).hasSize(2);
  }

  @Test
  void aMixThatIsOnlyWorkOrdersHasNothingToCompare() {
    assertThat(MixKept.check(orders(10_000, 0), Map.of(), 1)).isEmpty();
    assertThat(MixKept.check(orders(10_000, 0), Map.of("orderStatus", 0.0), 1)).isEmpty();
  }

  @Test
  void aRunOfAnotherMixIsInvalid() {
    AuditResult audit =
        new AuditResult(List.of(new RowCount("newOrder", 10_000L)), null, null, null);

    assertThat(
            Validity.check(
                    counted(audit, new TransactionCount("newOrder", 10_000L, 0L, 0L)), EXPECTED)
                .map(Invalid::reason))
        .contains(Reason.MIX_NOT_KEPT);
  }

  @Test
  void theMixToKeepIsTheOneGivenOrTheUsualOne() {
    assertThat(mixToKeep(Experiments.small("default")))
        .containsOnly(
            Map.entry("newOrder", 50.0),
            Map.entry("changeOrder", 20.0),
            Map.entry("orderStatus", 20.0),
            Map.entry("customerStatus", 10.0));
    assertThat(
            mixToKeep(
                Experiments.with(Experiments.small("default"), "workload: {mix: {newOrder: 1}}")))
        .containsOnly(Map.entry("newOrder", 100.0));
    assertThat(mixToKeep(Experiments.custom("default")))
        .containsOnly(Map.entry("look", 75.0), Map.entry("buy", 25.0));
  }

  @Test
  void productionLinesThatStayAreNotComparedWithOrderClients() {
    Map<String, Double> open = mixToKeep(Experiments.ecperf("default"));
    Map<String, Double> closed = mixToKeep(Experiments.closed(Experiments.ecperf("default"), 8));

    assertThat(open).containsEntry("workOrder", 37.5).containsEntry("newOrder", 31.25);
    assertThat(closed)
        .containsOnly(
            Map.entry("newOrder", 31.25),
            Map.entry("changeOrder", 12.5),
            Map.entry("orderStatus", 12.5),
            Map.entry("customerStatus", 6.25));
    RunTotals exact =
        totals(
            new TransactionCount("newOrder", 5000L, 0L, 0L),
            new TransactionCount("changeOrder", 2000L, 0L, 0L),
            new TransactionCount("orderStatus", 2000L, 0L, 0L),
            new TransactionCount("customerStatus", 1000L, 0L, 0L),
            new TransactionCount("workOrder", 7000L, 0L, 0L));
    assertThat(MixKept.check(exact, closed, 1)).isEmpty();
    assertThat(MixKept.check(exact, open, 1)).isNotEmpty();
  }

  private static RunTotals orders(long newOrders, long changes) {
    return totals(
        new TransactionCount("newOrder", newOrders, 0L, 0L),
        new TransactionCount("changeOrder", changes, 0L, 0L));
  }

  private static RunTotals totals(TransactionCount... counts) {
    return new RunTotals(List.of(counts), 1L, 0L, null);
  }

  private static Map<String, Double> mixToKeep(ScalabilityExperiment experiment) {
    return Workload.of(experiment.getSpec()).mixToKeep(experiment.getSpec().load());
  }
}
