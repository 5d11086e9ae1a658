package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.DisturbanceAction;
import dev.scalelab.operator.api.DisturbanceEffect;
import dev.scalelab.operator.api.DisturbanceResult;
import dev.scalelab.operator.api.DisturbedPod;
import dev.scalelab.operator.api.PlannedDisturbance;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.measurement.Recovery;
import dev.scalelab.operator.measurement.RunHistograms;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Disturbances;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.platform.Refusal;
import dev.scalelab.operator.report.EventRecorder;
import dev.scalelab.operator.testbed.ComponentContext;
import dev.scalelab.operator.testbed.Disturber;
import dev.scalelab.operator.testbed.NotDisturbedException;
import dev.scalelab.operator.testbed.Testbed;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Prepares and makes the disturbances of a run, each once: which pods it concerns is recorded
 * before its moment, and that it begins before it is made. An operator that continues after another
 * finds from these whether the pods are gone because of the disturbance or of something else.
 */
final class RunDisturbances {
  private final Testbed testbed;
  private final Disturber disturber;
  private final RunCollector collector;
  private final TrialStore trials;
  private final EventRecorder events;
  private final Clock clock;

  RunDisturbances(
      Testbed testbed,
      RunCollector collector,
      TrialStore trials,
      EventRecorder events,
      Clock clock) {
    this.testbed = testbed;
    this.disturber = testbed.disturber();
    this.collector = collector;
    this.trials = trials;
    this.events = events;
    this.clock = clock;
  }

  /** Records the pods of a disturbance, or why there are none. */
  void prepare(ScalabilityExperiment experiment, NextStep.PrepareDisturbance step) {
    RunResult run = collector.run(experiment, step.configuration(), step.run());
    PlannedDisturbance planned = step.planned();
    String due = Disturbances.due(planned, run.plan(), Instant.parse(run.startedAt())).toString();
    List<DisturbedPod> pods =
        disturber.choose(experiment, step.configuration(), planned, run.plan().seed());
    DisturbanceResult prepared = DisturbanceResult.prepared(planned.name(), pods, due);
    record(
        experiment,
        step.configuration(),
        step.run(),
        prepared.withFailed(impossible(experiment, planned, pods).orElse(null)));
  }

  private Optional<String> impossible(
      ScalabilityExperiment experiment, PlannedDisturbance planned, List<DisturbedPod> pods) {
    boolean ofNodes = planned.action().ofNodes();
    if (ofNodes ? pods.size() < planned.pods() : pods.size() != planned.pods()) {
      return Optional.of(
          "%d of %d pods of the tier %s were ready before"
              .formatted(pods.size(), planned.pods(), planned.tier()));
    }
    return ofNodes ? disturber.neighbour(experiment, pods) : Optional.empty();
  }

  /** Makes a prepared disturbance. */
  void make(ScalabilityExperiment experiment, NextStep.Disturb step) {
    DisturbanceResult prepared =
        collector
            .run(experiment, step.configuration(), step.run())
            .disturbance(step.planned().name())
            .orElseThrow();
    boolean again = prepared.begunAt() != null;
    DisturbanceResult begun = again ? prepared : prepared.withBegunAt(clock.instant().toString());
    record(experiment, step.configuration(), step.run(), begun);
    Made made = made(experiment, step, begun, again);
    if (made.failed() != null) {
      record(experiment, step.configuration(), step.run(), begun.withFailed(made.failed()));
      return;
    }
    report(experiment, step, begun);
    long late = Duration.between(Instant.parse(begun.dueAt()), made.at()).toMillis();
    record(
        experiment,
        step.configuration(),
        step.run(),
        begun.withMadeAt(made.at().toString()).withLateMillis(late));
  }

  /** When it was made; or why it could not be. */
  private record Made(Instant at, String failed) {}

  /** An API server that does not answer is asked again. */
  private Made made(
      ScalabilityExperiment experiment,
      NextStep.Disturb step,
      DisturbanceResult begun,
      boolean again) {
    try {
      Disturber.Result result =
          disturber.make(
              experiment,
              step.configuration(),
              step.planned(),
              begun.pods(),
              Names.run(step.configuration().name(), step.run()),
              again);
      return result.gone() != null
          ? new Made(null, "pod %s was gone already".formatted(result.gone()))
          : new Made(result.before() ? Instant.parse(begun.begunAt()) : clock.instant(), null);
    } catch (NotDisturbedException e) {
      return new Made(null, e.getMessage());
    } catch (KubernetesClientException e) {
      return new Made(null, Refusal.of(e).orElseThrow(() -> e).message());
    }
  }

  private void report(
      ScalabilityExperiment experiment, NextStep.Disturb step, DisturbanceResult begun) {
    String run = Names.run(step.configuration().name(), step.run());
    String pods = String.join(", ", begun.pods().stream().map(DisturbedPod::pod).toList());
    events.record(
        experiment,
        run + " " + step.planned().name(),
        Reason.DISTURBED,
        "%s: %s in step %d: %s %s"
            .formatted(
                run,
                step.planned().name(),
                step.planned().step(),
                step.planned().action().doing(),
                pods));
  }

  /**
   * Looks whether the pods of disturbances are back, and lets them be measured like the others.
   *
   * @return whether any are since the last time
   */
  boolean look(ScalabilityExperiment experiment, Configuration configuration, int number) {
    boolean changed =
        end(experiment, configuration, collector.run(experiment, configuration, number), false);
    RunResult run = collector.run(experiment, configuration, number);
    for (PlannedDisturbance planned : run.plan().planned()) {
      DisturbanceResult made = run.disturbance(planned.name()).orElse(null);
      if (made == null || made.madeAt() == null || made.podsBackAt() != null) {
        continue;
      }
      ComponentContext context =
          new ComponentContext(
              experiment, configuration, trials.status(experiment, configuration), number);
      Optional<Instant> back =
          disturber
              .back(context, planned, made, clock.instant())
              .map(at -> Disturbances.withinLoad(run, made, at));
      if (back.isPresent()) {
        disturber.restore(context);
        record(experiment, configuration, number, made.withPodsBackAt(back.get().toString()));
        changed = true;
      }
    }
    return changed;
  }

  /** Ends what still lasts, since the run is over. */
  void end(ScalabilityExperiment experiment, Configuration configuration, int number) {
    end(experiment, configuration, collector.run(experiment, configuration, number), true);
  }

  /** Looks for the last time, at the API server: a watch may be late. */
  void lookTheLastTime(ScalabilityExperiment experiment, Configuration configuration, int number) {
    testbed.fromApiServer(() -> look(experiment, configuration, number));
  }

  /** Ends what was begun and does not end by itself, at its time or at once. */
  private boolean end(
      ScalabilityExperiment experiment,
      Configuration configuration,
      RunResult run,
      boolean atOnce) {
    boolean changed = false;
    for (PlannedDisturbance planned : run.plan().planned()) {
      DisturbanceResult begun =
          run.disturbance(planned.name())
              .filter(one -> planned.action().isEnded())
              .filter(one -> one.begunAt() != null && one.endedAt() == null)
              .orElse(null);
      if (begun == null
          || !atOnce
              && Disturbances.ends(planned, begun)
                  .filter(end -> !clock.instant().isBefore(end))
                  .isEmpty()) {
        continue;
      }
      disturber.end(
          experiment, planned, begun.pods(), Names.run(configuration.name(), run.number()));
      record(
          experiment, configuration, run.number(), begun.withEndedAt(clock.instant().toString()));
      changed = true;
    }
    return changed;
  }

  /** Adds what users noticed of each disturbance, once all of the run is known. */
  void measure(ScalabilityExperiment experiment, Configuration configuration, int number) {
    RunResult run = collector.run(experiment, configuration, number);
    if (run.disturbances() == null) {
      return;
    }
    RunHistograms histograms = collector.histograms(experiment, List.of(run));
    for (PlannedDisturbance planned : run.plan().planned()) {
      run.disturbance(planned.name())
          .filter(made -> made.madeAt() != null)
          .ifPresent(
              made -> {
                DisturbanceEffect effect =
                    collector.ofCluster(
                        experiment,
                        configuration,
                        run,
                        made,
                        Recovery.of(
                            run, planned, made, histograms.series(planned.step()).orElse(null)));
                String without = withoutEffect(experiment, configuration, planned, made);
                record(
                    experiment, configuration, number, made.withEffect(effect).withFailed(without));
              });
    }
  }

  /** Many clusters accept a NetworkPolicy and do nothing. */
  private String withoutEffect(
      ScalabilityExperiment experiment,
      Configuration configuration,
      PlannedDisturbance planned,
      DisturbanceResult made) {
    return planned.action() == DisturbanceAction.CUT_NETWORK
        ? collector.notCut(experiment, configuration, made)
        : made.failed();
  }

  private void record(
      ScalabilityExperiment experiment,
      Configuration configuration,
      int number,
      DisturbanceResult result) {
    trials.update(
        experiment,
        configuration,
        status ->
            RunCollector.with(
                configuration, status, RunCollector.find(status, number).disturbedBy(result)));
  }
}
