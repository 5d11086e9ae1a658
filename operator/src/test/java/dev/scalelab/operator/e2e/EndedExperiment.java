package dev.scalelab.operator.e2e;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentStatus;
import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.StepResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What must hold of an experiment at its end, whatever happened to the cluster meanwhile. */
final class EndedExperiment {
  private final List<String> problems = new ArrayList<>();

  private EndedExperiment() {}

  /**
   * Names every rule that does not hold; empty if all do.
   *
   * @param recorded every step as it was when it was first recorded, by {@link Witness#key}
   */
  static List<String> problems(
      ScalabilityExperiment experiment,
      int configurations,
      List<ScalabilityTrial> trials,
      Map<String, StepResult> recorded) {
    EndedExperiment ended = new EndedExperiment();
    ended.check(experiment, configurations);
    trials.forEach(ended::check);
    ended.checkSteps(trials, recorded);
    return ended.problems;
  }

  private void require(boolean holds, String problem, Object... arguments) {
    if (!holds) {
      problems.add(problem.formatted(arguments));
    }
  }

  private void check(ScalabilityExperiment experiment, int configurations) {
    ScalabilityExperimentStatus status = experiment.getStatus();
    String reason = FaultyExperiment.finished(experiment).getReason();
    require(status.ended(), "it has not ended: %s", status.phase());
    require(isReason(reason), "it ended with the reason %s: %s", reason, status.message());
    require(status.verdict() != null, "it ended without a verdict");
    require(isText(status.message()), "it ended without a message");
    require(
        status.configurations().size() == configurations,
        "%d configurations have a row instead of %d",
        status.configurations().size(),
        configurations);
    status
        .configurations()
        .forEach(
            row ->
                require(
                    row.measured() || isReason(row.reason()) && isText(row.message()),
                    "%s was not measured, and does not say why: %s",
                    row.name(),
                    row));
  }

  private void check(ScalabilityTrial trial) {
    String name = trial.getMetadata().getName();
    ScalabilityTrialStatus status = trial.getStatus();
    require(status.ended(), "%s has not ended: %s", name, status.phase());
    if (status.phase() == Phase.SUCCEEDED) {
      require(
          status.validRuns().size() == trial.getSpec().repetitions(),
          "%s has %d valid runs instead of %d",
          name,
          status.validRuns().size(),
          trial.getSpec().repetitions());
    } else {
      require(
          isReason(status.reason()) && isText(status.message()),
          "%s is %s with the reason %s: %s",
          name,
          status.phase(),
          status.reason(),
          status.message());
    }
    Set<Integer> measured = new HashSet<>();
    for (int i = 0; i < status.runs().size(); i++) {
      RunResult run = status.runs().get(i);
      String of = name + " run " + run.number();
      require(run.number() == i + 1, "%s is the %d. of its trial", of, i + 1);
      check(of, run);
      require(
          run.phase() != RunPhase.VALID || measured.add(run.plan().repetition()),
          "%s measures repetition %d a second time",
          of,
          run.plan().repetition());
    }
  }

  private void check(String of, RunResult run) {
    require(run.phase() != RunPhase.RUNNING, "%s has not ended", of);
    require(
        run.phase() != RunPhase.INVALID || isReason(run.reason()) && isText(run.message()),
        "%s is invalid with the reason %s: %s",
        of,
        run.reason(),
        run.message());
    List<Integer> steps = run.steps().stream().map(StepResult::step).toList();
    require(
        steps.stream().distinct().count() == steps.size(), "%s counts a step twice: %s", of, steps);
    require(
        run.phase() != RunPhase.VALID || run.stepsInOrder() == run.plan().steps().size(),
        "%s is valid with the steps %s of %d",
        of,
        steps,
        run.plan().steps().size());
  }

  private void checkSteps(List<ScalabilityTrial> trials, Map<String, StepResult> recorded) {
    Map<String, StepResult> last = new HashMap<>();
    for (ScalabilityTrial trial : trials) {
      for (RunResult run : trial.getStatus().runs()) {
        for (StepResult step : run.steps()) {
          last.put(Witness.key(trial.getMetadata().getName(), run.number(), step.step()), step);
        }
      }
    }
    Set<String> steps = new TreeSet<>(recorded.keySet());
    steps.addAll(last.keySet());
    for (String step : steps) {
      StepResult before = recorded.get(step);
      StepResult now = last.get(step);
      require(now != null, "step %s was recorded and is lost: %s", step, before);
      require(
          now == null || before != null && counted(now).equals(counted(before)),
          "step %s was counted again: first %s, and then %s",
          step,
          before,
          now);
    }
  }

  /** Evidence and clocks are added later, and stages at the end of the trial. */
  private static StepResult counted(StepResult step) {
    return step.evidenced(null).withClocks(null).withStage(null);
  }

  private static boolean isReason(Reason reason) {
    return reason != null && isReason(reason.text());
  }

  /** An internal error is no explanation. */
  private static boolean isReason(String reason) {
    return isText(reason) && !reason.equals(Reason.INTERNAL_ERROR.text());
  }

  private static boolean isText(String text) {
    return text != null && !text.isBlank();
  }
}
