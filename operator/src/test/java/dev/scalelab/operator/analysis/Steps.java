package dev.scalelab.operator.analysis;

import dev.scalelab.operator.api.ObjectivesSpec;
import dev.scalelab.operator.api.ResponseTimes;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.StepCounts;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.StepResultBuilder;
import dev.scalelab.operator.api.StepTarget;
import dev.scalelab.operator.api.StepWindow;
import dev.scalelab.operator.support.Objectives;
import java.util.List;

/** Runs of steps of 10 s, and response times that meet and miss their objectives. */
final class Steps {
  static final ObjectivesSpec OBJECTIVES = Objectives.of(500);
  static final ResponseTimes QUICK =
      new ResponseTimes(10.0, 20.0, 30.0, 40.0, 50.0, 28.0, 38.0, 12.0);
  static final ResponseTimes SLOW =
      new ResponseTimes(900.0, 1500.0, 1900.0, 2000.0, 2100.0, null, null, 1000.0);

  private Steps() {}

  static RunResult run(StepResult... steps) {
    return new RunResult(
        1, RunPhase.VALID, null, null, null, null, List.of(steps), null, null, null, null, null);
  }

  static StepResult step(int number, double target, long completed, long failed) {
    return measured(number, StepTarget.ofRate(target), completed, failed).build();
  }

  static StepResult users(int number, int users, long completed) {
    return measured(number, StepTarget.ofUsers(users), completed, 0).build();
  }

  /**
   * A step of 10 s; all failures are of one kind, so the mix throughput is lower than the completed
   * one by the failed transactions.
   */
  static StepResultBuilder measured(int number, StepTarget target, long completed, long failed) {
    return StepResult.of(
            number,
            target,
            new StepWindow(null, null, 10.0),
            new StepCounts(null, null, 0L, completed, failed, 3 * completed, null, null))
        .throughputPerSecond(completed / 10.0)
        .mixPerSecond((completed - failed) / 10.0)
        .responseTimes(QUICK)
        .transactions(List.of());
  }
}
