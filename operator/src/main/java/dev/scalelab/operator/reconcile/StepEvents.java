package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Message;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.StepTarget;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.report.EventRecorder;
import java.util.Set;
import java.util.stream.Collectors;

/** Writes events about new steps of a run. */
final class StepEvents {
  private final EventRecorder events;

  StepEvents(EventRecorder events) {
    this.events = events;
  }

  /**
   * Writes events for new data.
   *
   * @param before the run as it was recorded
   * @param after the same run with new output
   */
  void record(
      ScalabilityExperiment experiment,
      Configuration configuration,
      RunResult before,
      RunResult after) {
    reportNew(experiment, configuration, before, after);
    reportMissedStreams(experiment, configuration, before, after);
  }

  private void reportNew(
      ScalabilityExperiment experiment,
      Configuration configuration,
      RunResult before,
      RunResult after) {
    String run = Names.run(configuration.name(), after.number());
    Set<Integer> reported =
        before.steps().stream().map(StepResult::step).collect(Collectors.toSet());
    after.steps().stream()
        .filter(step -> !reported.contains(step.step()))
        .forEach(
            step ->
                events.record(
                    experiment,
                    run + " step " + step.step(),
                    Reason.STEP_MEASURED,
                    "%s step %d: %.1f/s %s, p95 %s, errors %.1f %%%s"
                        .formatted(
                            run,
                            step.step(),
                            step.throughputPerSecond(),
                            target(step.target()),
                            p95(step.responseTimes().p95Millis()),
                            step.errorPercent(),
                            step.stream() == null ? "" : "; " + step.stream().inWords())));
  }

  /** Once the servers' queues are known, which may be long after the step's event. */
  private void reportMissedStreams(
      ScalabilityExperiment experiment,
      Configuration configuration,
      RunResult before,
      RunResult after) {
    String run = Names.run(configuration.name(), after.number());
    Set<Integer> reported =
        before.steps().stream()
            .filter(StepResult::missedStream)
            .map(StepResult::step)
            .collect(Collectors.toSet());
    after.steps().stream()
        .filter(step -> step.missedStream() && !reported.contains(step.step()))
        .forEach(
            step ->
                events.record(
                    experiment,
                    run + " step " + step.step(),
                    Reason.STREAM_NOT_KEPT,
                    "%s step %d does not count as capacity: %s: %s"
                        .formatted(
                            run,
                            step.step(),
                            step.stream().transaction(),
                            step.stream().notKept())));
  }

  private static String target(StepTarget target) {
    return target.users() == null
        ? "of the target %.0f/s".formatted(target.perSecond())
        : "with " + Message.count(target.users(), "user");
  }

  private static String p95(Double millis) {
    return millis == null ? "none" : millis + " ms";
  }
}
