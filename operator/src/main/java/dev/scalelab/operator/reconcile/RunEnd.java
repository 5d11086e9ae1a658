package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.measurement.ClosingStep;
import dev.scalelab.operator.measurement.Invalid;
import dev.scalelab.operator.measurement.MachineDrift;
import dev.scalelab.operator.measurement.UnsteadySteps;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Names;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How a run ends: valid or invalid, and with it an earlier run that it shows to be cold. Pure.
 *
 * @param status the trial's status with it, which waits for nothing
 * @param events what is reported before the status is written
 */
record RunEnd(ScalabilityTrialStatus status, List<Event> events) {

  /**
   * An event about the end of a run.
   *
   * @param subject the run
   */
  record Event(String subject, Reason reason, String message) {

    /** A run that is invalid, of which the event has the reason. */
    static Event invalid(String run, Reason reason, String message) {
      return new Event(run, Reason.RUN_INVALID, run + ": " + reason.text() + ": " + message);
    }
  }

  /**
   * The end of a run.
   *
   * @param status the trial's status before
   * @param fault why it is invalid; empty if it is valid
   */
  static RunEnd of(
      Configuration configuration,
      ScalabilityTrialStatus status,
      int number,
      Optional<Invalid> fault,
      Instant now) {
    RunResult run = RunCollector.find(status, number);
    RunResult ended =
        run.ended(
            fault.isPresent() ? RunPhase.INVALID : RunPhase.VALID,
            fault.map(Invalid::reason).orElse(Reason.RUN_VALID),
            fault.map(Invalid::message).orElse(null),
            now.toString());
    ScalabilityTrialStatus with = RunCollector.with(configuration, status, ended);
    String name = Names.run(configuration.name(), number);
    List<Event> events = new ArrayList<>();
    fault.ifPresentOrElse(
        why -> events.add(Event.invalid(name, why.reason(), why.message())),
        () -> events.addAll(ofValid(configuration, status, run)));
    ColdRuns.earlier(configuration, with)
        .ifPresent(
            cold ->
                events.add(
                    Event.invalid(
                        Names.run(configuration.name(), cold.number()),
                        cold.reason(),
                        cold.message())));
    return new RunEnd(
        ColdRuns.withoutEarlier(configuration, with).waitingFor(null), List.copyOf(events));
  }

  private static List<Event> ofValid(
      Configuration configuration, ScalabilityTrialStatus status, RunResult run) {
    String name = Names.run(configuration.name(), run.number());
    List<Event> events = new ArrayList<>();
    events.add(new Event(name, Reason.RUN_VALID, name + " is valid"));
    UnsteadySteps.text(run)
        .ifPresent(
            found ->
                events.add(
                    new Event(name, Reason.STEP_NOT_STEADY, name + " is valid, but " + found)));
    MachineDrift.text(run, status.runs())
        .ifPresent(found -> events.add(new Event(name, Reason.MACHINE_DRIFT, name + ": " + found)));
    ColdRuns.kept(configuration, status, run)
        .forEach((cold, found) -> events.add(new Event(cold, Reason.NOT_WARM, found)));
    ClosingStep.text(configuration, run)
        .ifPresent(
            found -> events.add(new Event(name, Reason.CLOSING_STEP_DIFFERS, name + ": " + found)));
    return events;
  }
}
