package dev.scalelab.operator.analysis;

import static dev.scalelab.operator.reconcile.Given.spread;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.analysis.ScalingAnalysis.Measured;
import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.ObjectivesSpec;
import dev.scalelab.operator.api.PartitionUse;
import dev.scalelab.operator.api.TrialResult;
import dev.scalelab.operator.api.TrialResultBuilder;
import dev.scalelab.operator.api.Verdict;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.reconcile.Given;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Objectives;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScalingAnalysisTest {
  private static final ObjectivesSpec NO_EFFICIENCY = Objectives.of(2000);

  @Test
  void speedUpIsAgainstTheSmallestConfigurationAndChangeAgainstTheOneBefore() {
    List<ConfigurationResult> rows = rows(at(1, 60.0), at(2, 114.0), at(4, 171.0));

    assertThat(rows).extracting(ConfigurationResult::speedup).containsExactly(1.0, 1.9, 2.85);
    assertThat(rows).extracting(ConfigurationResult::efficiency).containsExactly(1.0, 0.95, 0.71);
    assertThat(rows).extracting(ConfigurationResult::sentP95Millis).containsOnly(2.9);
    assertThat(rows)
        .extracting(ConfigurationResult::changePercent)
        .containsExactly(null, 90.0, 50.0);
  }

  @Test
  void efficiencyCountsFromTheSmallestConfigurationWhateverItsSize() {
    List<ConfigurationResult> rows = rows(at(2, 100.0), at(4, 180.0));

    assertThat(rows.get(1).speedup()).isEqualTo(1.8);
    assertThat(rows.get(1).efficiency()).isEqualTo(0.9);
  }

  @Test
  void nothingCanBeSaidAgainstAConfigurationThatDidNothing() {
    ConfigurationResult second = rows(at(1, 0.0), at(2, 50.0)).get(1);

    assertThat(second.speedup()).isNull();
    assertThat(second.changePercent()).isNull();
  }

  @Test
  void passesWhenEveryConfigurationHasACapacity() {
    var rows = rows(at(1, 60.0), at(2, 80.0));

    assertThat(Judgement.of(rows, 2, NO_EFFICIENCY, false).verdict()).isEqualTo(Verdict.PASSED);
  }

  @Test
  void failsBelowTheMinimumEfficiency() {
    var rows = rows(at(1, 60.0), at(2, 80.0));
    Judgement judgement = Judgement.of(rows, 2, Objectives.efficient(2000, 80), false);

    assertThat(judgement.verdict()).isEqualTo(Verdict.FAILED);
    assertThat(judgement.message()).isEqualTo("base-2: efficiency 66.7 % is less than 80 %");
  }

  @Test
  void judgesTheEfficiencyAndNotItsTwoDecimals() {
    var rows = rows(at(1, 100.0), at(2, 159.2));

    assertThat(rows.get(1).efficiency()).isEqualTo(0.8);
    assertThat(Judgement.of(rows, 2, Objectives.efficient(2000, 80), false).message())
        .isEqualTo("base-2: efficiency 79.6 % is less than 80 %");
  }

  @Test
  void isInconclusiveWhileConfigurationsAreMissing() {
    var rows = rows(at(1, 60.0));

    assertThat(Judgement.of(rows, 2, NO_EFFICIENCY, false).verdict())
        .isEqualTo(Verdict.INCONCLUSIVE);
  }

  @Test
  void failsWhenAConfigurationNeverMetTheObjectives() {
    var result = missed(1).build();
    var rows = rows(new Measured(configuration(1), result));

    assertThat(Judgement.of(rows, 1, NO_EFFICIENCY, false))
        .isEqualTo(
            new Judgement(Verdict.FAILED, "base-1: no step met p95 <= 2000 ms and errors <= 1 %"));
    assertThat(Judgement.of(rows, 1, NO_EFFICIENCY, true).message())
        .isEqualTo("base-1: no step met p95 <= 2000 ms and errors <= 1 % and kept its stream");
  }

  @Test
  void theVerdictNamesAHostThatWasFull() {
    var missed = missed(3).hostCpuPercent(99.27).build();
    var idle = missed(3).hostCpuPercent(60.0).build();
    var met = met(2).hostCpuPercent(97.0).build();

    assertThat(verdict(missed).message())
        .isEqualTo(
            "base-1: no step met p95 <= 2000 ms and errors <= 1 % (the host was full: 99.3 % of its CPU was busy in step 3)");
    assertThat(verdict(idle).message())
        .isEqualTo("base-1: no step met p95 <= 2000 ms and errors <= 1 %");
    assertThat(verdict(met))
        .isEqualTo(
            new Judgement(
                Verdict.PASSED,
                "every configuration has a step that met every objective; base-1 (the host was full: 97.0 % of its CPU was busy in step 2)"));
  }

  @Test
  void aFullHostOfAnotherStepIsNamedToo() {
    TrialResult quiet =
        TrialResultBuilder.builder()
            .peakPerSecond(spread(60))
            .step(1)
            .hostCpuPercent(60.0)
            .hostFullFromStep(2)
            .build();

    assertThat(verdict(quiet).message())
        .isEqualTo(
            "base-1: no step met p95 <= 2000 ms and errors <= 1 % (the host was full from step 2 on)");
  }

  @Test
  void aCapacityBelowTheMinimumFails() {
    ObjectivesSpec objectives =
        new ObjectivesSpec(
            NO_EFFICIENCY.responseTimes(), NO_EFFICIENCY.maxErrorPercent(), null, 61);

    assertThat(Judgement.of(rows(at(1, 60.5), at(2, 61)), 2, objectives, false))
        .isEqualTo(new Judgement(Verdict.FAILED, "base-1: capacity 60.5/s is less than 61/s"));
  }

  @Test
  void soDoesAnEfficiencyThatIsTooLow() {
    var two = met(4).hostCpuPercent(98.0).build();

    assertThat(
            Judgement.of(
                    rows(at(1, 50), new Measured(configuration(2), two)),
                    2,
                    Objectives.efficient(2000, 80),
                    false)
                .message())
        .isEqualTo(
            "base-2: efficiency 60.0 % is less than 80 % (the host was full: 98.0 % of its CPU was busy in step 4)");
  }

  /** Then the verdict is not that it failed: it could do more. */
  @Test
  void whatDidAllThatWasRequestedIsNotJudgedByThat() {
    var two = met(4).saturated(false).peakPerSecond(spread(60)).build();
    ObjectivesSpec capacity =
        new ObjectivesSpec(
            NO_EFFICIENCY.responseTimes(), NO_EFFICIENCY.maxErrorPercent(), null, 500);
    var all = rows(at(1, 50), new Measured(configuration(2), two));

    assertThat(Judgement.of(all, 2, Objectives.efficient(2000, 80), false))
        .isEqualTo(
            new Judgement(
                Verdict.INCONCLUSIVE,
                "base-2: efficiency unknown, whether 80 %: base-2 did all that was requested, so that its peak is, or may be, higher: raise the load"));
    assertThat(Judgement.of(all.subList(1, 2), 1, capacity, false).verdict())
        .isEqualTo(Verdict.INCONCLUSIVE);
  }

  private static Judgement verdict(TrialResult result) {
    return Judgement.of(rows(new Measured(configuration(1), result)), 1, NO_EFFICIENCY, false);
  }

  @Test
  void theWholeOfEcperfHasBusinessOperationsPerMinute() {
    assertThat(ScalingAnalysis.of(List.of(at(1, 21.37)), true))
        .extracting(ConfigurationResult::bbopsPerMinute)
        .containsExactly(1282.2);
    assertThat(ScalingAnalysis.of(List.of(at(1, 21.37)), true))
        .as("beside them, in requests a second")
        .extracting(ConfigurationResult::requestsPerSecond)
        .containsExactly(85.48);
    var missed = missed(1).build();
    assertThat(ScalingAnalysis.of(List.of(new Measured(configuration(1), missed)), true))
        .as("response times were not met")
        .extracting(ConfigurationResult::bbopsPerMinute)
        .containsOnlyNulls();
    assertThat(ScalingAnalysis.of(List.of(new Measured(configuration(1), missed)), true))
        .as("at the peak, errors or not")
        .extracting(ConfigurationResult::peakBbopsPerMinute)
        .containsExactly(3600.0);
    assertThat(rows(at(1, 21.37)))
        .extracting(ConfigurationResult::bbopsPerMinute)
        .containsOnlyNulls();
  }

  @Test
  void objectivesOfSingleTransactionsAreNamedWhenTheyWereMissed() {
    var result = missed(1).build();
    ObjectivesSpec objectives = Objectives.of(2000, 1, Map.of("workOrder", 5000, "newOrder", 2000));

    assertThat(
            Judgement.of(rows(new Measured(configuration(1), result)), 1, objectives, false)
                .message())
        .isEqualTo(
            "base-1: no step met p95 <= 2000 ms, p90 of newOrder <= 2000 ms, p90 of workOrder <= 5000"
                + " ms and errors <= 1 %");
  }

  @Test
  void rowsHaveServersCpuAndRequestsOfPartitions() {
    PartitionUse plant = new PartitionUse("plant", 1, 0.3, 0.4, 0.2, 0.5, 12.0, 3.0);
    var partitioned = met(1).partitions(List.of(plant)).build();

    assertThat(rows(new Measured(configuration(1), partitioned)).get(0).partitions())
        .containsExactly(new PartitionUse("plant", 1, 0.3, null, 0.2, null, 12.0, null));
    assertThat(rows(new Measured(configuration(1), met(1).build())).get(0).partitions()).isNull();
  }

  private static List<ConfigurationResult> rows(Measured... measured) {
    return ScalingAnalysis.of(List.of(measured), false);
  }

  /** A peak of 60 per second in a step with too many errors. */
  private static TrialResultBuilder missed(int step) {
    return TrialResultBuilder.builder()
        .peakPerSecond(spread(60))
        .saturated(true)
        .step(step)
        .requestsPerSecond(240.0)
        .errorPercent(9.0)
        .runs(1);
  }

  /** The same without errors. */
  private static TrialResultBuilder met(int step) {
    return missed(step).capacityPerSecond(spread(60)).errorPercent(0.0);
  }

  private static Measured at(int replicas, double peak) {
    TrialResult result =
        TrialResultBuilder.builder()
            .peakPerSecond(spread(peak))
            .capacityPerSecond(spread(peak))
            .saturated(true)
            .step(1)
            .requestsPerSecond(4 * peak)
            .p50Millis(1.0)
            .p90Millis(2.0)
            .p95Millis(3.0)
            .p99Millis(4.0)
            .sentP95Millis(2.9)
            .errorPercent(0.0)
            .runs(1)
            .build();
    return new Measured(configuration(replicas), result);
  }

  private static Configuration configuration(int replicas) {
    return Planner.plan(
            "t", Experiments.with(Given.spec(), "sweep: {replicas: [%d]}".formatted(replicas)))
        .configurations()
        .get(0);
  }
}
