package dev.scalelab.operator.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ResponseTimes;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.RunResultBuilder;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.StepStage;
import dev.scalelab.operator.api.StepTarget;
import java.util.List;
import org.junit.jupiter.api.Test;

class StagesTest {
  private static final double USELESS_MILLIS = 2000;

  @Test
  void fromLittleUseToMoreThanItCanDo() {
    RunResult run =
        run(
            RunPhase.VALID,
            rate(10, 10, 20, 0),
            rate(20, 20, 25, 0),
            rate(40, 40, 60, 0),
            rate(60, 58, 300, 0),
            rate(80, 57, 900, 0),
            rate(160, 30, 900, 0));

    assertThat(stages(run))
        .containsExactly(
            StepStage.UNDER_USED,
            StepStage.UNDER_USED,
            null,
            StepStage.FULLY_LOADED,
            StepStage.FULLY_LOADED,
            StepStage.HALTED);
  }

  @Test
  void responsesThatAreTooSlowOrFailAreOfNoUse() {
    RunResult run =
        run(RunPhase.VALID, rate(10, 10, 20, 0), rate(60, 58, 2000, 0), rate(60, 58, 300, 10.1));

    assertThat(stages(run))
        .containsExactly(StepStage.UNDER_USED, StepStage.HALTED, StepStage.HALTED);
  }

  @Test
  void usersAreFollowedIfEachDoesAsMuchAsAlone() {
    RunResult run = run(RunPhase.VALID, users(10, 20, 20), users(20, 39, 22), users(80, 60, 25));

    assertThat(stages(run))
        .as("80 users of whom each does a third are too many")
        .containsExactly(StepStage.UNDER_USED, StepStage.UNDER_USED, StepStage.FULLY_LOADED);
  }

  @Test
  void roundsAreComparedTogetherAndInvalidRunsNotAtAll() {
    RunResult invalid = run(RunPhase.INVALID, rate(10, 900, 20, 0));
    RunResult low = run(RunPhase.VALID, rate(10, 10, 20, 0));
    RunResult high = run(RunPhase.VALID, rate(40, 38, 90, 0));

    List<RunResult> staged = Stages.of(List.of(invalid, low, high), USELESS_MILLIS);

    assertThat(staged.get(0)).isEqualTo(invalid);
    assertThat(staged.get(1).steps().get(0).stage()).isEqualTo(StepStage.UNDER_USED);
    assertThat(staged.get(2).steps().get(0).stage()).isEqualTo(StepStage.FULLY_LOADED);
    assertThat(Stages.of(List.of(invalid), USELESS_MILLIS)).containsExactly(invalid);
  }

  private static List<StepStage> stages(RunResult run) {
    return Stages.of(List.of(run), USELESS_MILLIS).get(0).steps().stream()
        .map(StepResult::stage)
        .toList();
  }

  private static RunResult run(RunPhase phase, StepResult... steps) {
    return RunResultBuilder.builder().number(1).phase(phase).steps(List.of(steps)).build();
  }

  private static StepResult rate(
      double target, double perSecond, double meanMillis, double errorPercent) {
    return step(StepTarget.ofRate(target), perSecond, meanMillis, errorPercent);
  }

  private static StepResult users(int users, double perSecond, double meanMillis) {
    return step(StepTarget.ofUsers(users), perSecond, meanMillis, 0);
  }

  private static StepResult step(
      StepTarget target, double perSecond, double meanMillis, double errorPercent) {
    return StepResult.of(1, target, null, null)
        .throughputPerSecond(perSecond)
        .errorPercent(errorPercent)
        .responseTimes(new ResponseTimes(null, null, null, null, null, null, null, meanMillis))
        .build();
  }
}
