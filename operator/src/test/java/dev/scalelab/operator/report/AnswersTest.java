package dev.scalelab.operator.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.analysis.MeasuredRounds;
import dev.scalelab.operator.analysis.ScalingAnalysis;
import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.ResultNote;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentStatus;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.reconcile.Given;
import dev.scalelab.operator.support.CpuTime;
import dev.scalelab.operator.support.Experiments;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a status says of all its configurations together. */
class AnswersTest {
  private static final Duration AIM = Duration.ofMillis(300);

  /** Four hundred systems with five numbers of servers each, the maximum of an experiment. */
  private static final String LARGEST =
      """
      sweep:
        replicas: [1, 2, 4, 8, 16]
        factors:
        - {setting: application.heap, values: [%s]}
        - {setting: application.cpu, values: [%s]}
      """
          .formatted(twenty(256, "Mi"), twenty(400, "m"));

  private static String twenty(int first, String unit) {
    return IntStream.range(first, first + 20)
        .mapToObj(value -> value + unit)
        .collect(Collectors.joining(", "));
  }

  @Test
  void thoseOfTwoThousandConfigurationsAreBoundedAndQuick() {
    Plan plan = MeasuredRounds.plan(LARGEST);
    List<ScalingAnalysis.Measured> measured =
        plan.configurations().stream()
            .map(
                one -> {
                  double peak = 20.0 * one.replicas() / (1 + 0.02 * (one.replicas() - 1));
                  return new ScalingAnalysis.Measured(
                      one, MeasuredRounds.result(peak, 1.02 * peak, 0.985 * peak));
                })
            .toList();
    List<ConfigurationResult> rows = ScalingAnalysis.of(measured, false).subList(0, 300);

    CpuTime time = CpuTime.start();
    Answers answers = Answers.of(plan, measured, rows);
    Duration first = time.passed();

    assertThat(measured).hasSize(2000);
    assertThat(answers.rows()).hasSize(300).allMatch(row -> row.intervals() != null);
    assertThat(answers.comparisons()).hasSize(100);
    assertThat(answers.scalability()).hasSize(100);
    assertThat(first).isLessThan(CpuTime.limit(AIM));
  }

  @Test
  void aStatusHasThoseOfItsTrials() {
    Plan plan = MeasuredRounds.plan("sweep: {replicas: [1, 2, 4]}");
    Map<String, ScalabilityTrialStatus> trials = new TreeMap<>();
    plan.configurations()
        .forEach(
            one -> {
              double peak = 50.0 * one.replicas();
              trials.put(
                  one.name(),
                  Given.succeeded(peak, 3)
                      .withResult(MeasuredRounds.result(peak, 1.02 * peak, 0.985 * peak)));
            });
    ScalabilityExperiment experiment = Experiments.small("lab");
    experiment.setSpec(plan.spec());

    ScalabilityExperimentStatus status =
        new StatusReport(experiment, plan, trials, Given.NOW, new RecentAnswers()).finished();

    assertThat(status.configurations()).allMatch(row -> row.intervals() != null);
    assertThat(status.configurations().get(0).notes())
        .containsExactly(ResultNote.TOO_FEW_TRANSACTIONS);
    assertThat(status.scalability()).hasSize(1);
    assertThat(status.comparisons()).as("there is one variant").isNull();
  }

  @Test
  void theyAreComputedAgainOnlyWhenAFigureHasChanged() {
    Plan plan = MeasuredRounds.plan("sweep: {replicas: [1, 2]}");
    RecentAnswers recent = new RecentAnswers();
    Answers first = answers(recent, plan, 50);

    assertThat(answers(recent, plan, 50)).isSameAs(first);
    assertThat(answers(recent, plan, 60)).isNotEqualTo(first);
  }

  private static Answers answers(RecentAnswers recent, Plan plan, double peak) {
    List<ScalingAnalysis.Measured> measured =
        plan.configurations().stream()
            .map(
                one ->
                    new ScalingAnalysis.Measured(
                        one,
                        MeasuredRounds.result(peak * one.replicas(), 1.02 * peak, 0.985 * peak)))
            .toList();
    return recent.of("uid", plan, measured, ScalingAnalysis.of(measured, false));
  }
}
