package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ConfigurationResult;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunPlan;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.RunResultBuilder;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentStatusBuilder;
import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.api.ScalabilityTrialSpec;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.StepStage;
import dev.scalelab.operator.api.StepTarget;
import dev.scalelab.operator.api.StepWindow;
import dev.scalelab.operator.api.Verdict;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A test of schedules finds what is lost, counted twice or unexplained, and nothing else. */
class EndedExperimentTest {
  private static final StepTarget FOUR_USERS = new StepTarget(null, 4);
  private static final String LOST = "the load has failed";

  private final RunResult invalid = run(1, RunPhase.INVALID, Reason.LOAD_FAILED, LOST, step(1));
  private final RunResult valid = run(2, RunPhase.VALID, Reason.RUN_VALID, null, step(1), step(2));

  @Test
  void anInvalidRunAndAValidOneAreNoProblem() {
    assertThat(problems(invalid, valid)).isEmpty();
  }

  @Test
  void whatIsAddedToAStepLaterIsNoProblem() {
    RunResult judged = valid.withSteps(List.of(step(1).withStage(StepStage.UNDER_USED), step(2)));

    assertThat(problems(recorded(invalid, valid), invalid, judged)).isEmpty();
  }

  @Test
  void aStepThatIsLostIsNamed() {
    RunResult shorter = valid.withSteps(List.of(step(1)));

    assertThat(problems(recorded(invalid, valid), invalid, shorter))
        .anySatisfy(
            problem -> assertThat(problem).startsWith("step t/2/2 was recorded and is lost"))
        .anySatisfy(problem -> assertThat(problem).endsWith("is valid with the steps [1] of 2"));
  }

  @Test
  void aStepWithOtherFiguresThanBeforeIsNamed() {
    RunResult other = valid.withSteps(List.of(step(1).withThroughputPerSecond(3.0), step(2)));

    assertThat(problems(recorded(invalid, valid), invalid, other))
        .singleElement()
        .satisfies(problem -> assertThat(problem).startsWith("step t/2/1 was counted again"));
  }

  @Test
  void aStepThatIsThereTwiceIsNamed() {
    assertThat(problems(invalid, valid.withSteps(List.of(step(1), step(2), step(2)))))
        .containsExactly("t run 2 counts a step twice: [1, 2, 2]");
  }

  @Test
  void aRepetitionThatIsMeasuredTwiceIsNamed() {
    RunResult again = run(3, RunPhase.VALID, Reason.RUN_VALID, null, step(1), step(2));

    assertThat(problems(invalid, valid, again))
        .containsExactly(
            "t has 2 valid runs instead of 1", "t run 3 measures repetition 1 a second time");
  }

  @Test
  void aGapInTheNumbersOfRunsIsNamed() {
    assertThat(problems(valid)).containsExactly("t run 2 is the 1. of its trial");
  }

  @Test
  void anInvalidRunWithoutAReasonIsNamed() {
    assertThat(problems(invalid.withReason(null), valid))
        .containsExactly("t run 1 is invalid with the reason null: " + LOST);
  }

  @Test
  void anInternalErrorIsNoReason() {
    assertThat(problems(invalid.withReason(Reason.INTERNAL_ERROR), valid)).hasSize(1);
  }

  @Test
  void aConfigurationWithoutARowIsNamed() {
    assertThat(EndedExperiment.problems(experiment(), 2, List.of(), Map.of()))
        .containsExactly("1 configurations have a row instead of 2");
  }

  private static List<String> problems(RunResult... runs) {
    return problems(recorded(runs), runs);
  }

  private static List<String> problems(Map<String, StepResult> recorded, RunResult... runs) {
    ScalabilityTrial trial = new ScalabilityTrial();
    trial.getMetadata().setName("t");
    trial.setSpec(new ScalabilityTrialSpec("e", "base", null, 1, 1, 1, "hash"));
    trial.setStatus(
        ScalabilityTrialStatus.begun("2026-01-01T00:00:00Z")
            .withRuns(List.of(runs))
            .ended(Phase.SUCCEEDED, null, null, "2026-01-01T00:03:00Z", null));
    return EndedExperiment.problems(experiment(), 1, List.of(trial), recorded);
  }

  private static ScalabilityExperiment experiment() {
    ScalabilityExperiment experiment = new ScalabilityExperiment();
    experiment.setStatus(
        ScalabilityExperimentStatusBuilder.builder()
            .phase(Phase.SUCCEEDED)
            .verdict(Verdict.INCONCLUSIVE)
            .message("it has ended")
            .configurations(
                List.of(
                    ConfigurationResult.notMeasured(
                        "base-1", "base", null, 1, Reason.LOAD_FAILED, LOST, "t")))
            .conditions(
                List.of(
                    new ConditionBuilder()
                        .withType("Finished")
                        .withStatus("True")
                        .withReason(Reason.COMPLETED.text())
                        .build()))
            .build());
    return experiment;
  }

  private static RunResult run(
      int number, RunPhase phase, Reason reason, String message, StepResult... steps) {
    return RunResultBuilder.builder()
        .number(number)
        .phase(phase)
        .reason(reason)
        .message(message)
        .steps(List.of(steps))
        .plan(new RunPlan(number, 1, List.of(FOUR_USERS, FOUR_USERS), 18, 4, 2, 1L))
        .build();
  }

  private static StepResult step(int number) {
    StepWindow window = new StepWindow("2026-01-01T00:01:00Z", "2026-01-01T00:01:14Z", 14.0);
    return StepResult.of(number, FOUR_USERS, window, null).throughputPerSecond(2.0).build();
  }

  private static Map<String, StepResult> recorded(RunResult... runs) {
    Map<String, StepResult> recorded = new HashMap<>();
    Stream.of(runs)
        .forEach(
            run ->
                run.steps()
                    .forEach(
                        step -> recorded.put(Witness.key("t", run.number(), step.step()), step)));
    return recorded;
  }
}
