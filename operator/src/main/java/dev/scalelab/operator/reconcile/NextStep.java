package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.PlannedDisturbance;
import dev.scalelab.operator.api.PodPlacement;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPlan;
import dev.scalelab.operator.api.SearchRound;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.testbed.ComponentOrder;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;

/** The next step. Every step is idempotent: an operator killed within one repeats it. */
public sealed interface NextStep {
  /** Not all rules of spec and cluster were checked yet: check others. */
  record Check() implements NextStep {}

  /** The spec breaks permanent rules: end without creating anything. */
  record Reject(List<Violation> violations) implements NextStep {}

  /** Create the trial's resource, in which its results are stored. */
  record CreateTrial(Configuration trial) implements OfTrial {}

  /**
   * Create what is missing of a part of the testbed, and of parts that are deployed with it.
   *
   * @param part name of the part
   * @param text its name in messages
   * @param detail what it lacks, if it is deployed repeatedly until that exists; else null
   */
  record Deploy(Configuration trial, String part, String text, String detail) implements OfTrial {}

  /** Record that the testbed is warm, and where its pods run. */
  record MarkReady(Configuration trial, List<PodPlacement> placement) implements OfTrial {}

  /**
   * Record the run's plan, and create its Job.
   *
   * @param plan what the run does
   */
  record StartLoad(Configuration trial, RunPlan plan) implements OfTrial {
    @Override
    public String part() {
      return ComponentOrder.LOAD;
    }
  }

  /** Record that the run's Job exists: from now on a missing Job was deleted. */
  record RecordRun(Configuration trial, RunPlan plan) implements OfTrial {}

  /** Record what a round of a search has found. */
  record EndRound(Configuration trial, SearchRound round) implements OfTrial {}

  /**
   * Add finished steps and their evidence to the trial's status, during or after the load.
   *
   * @param pods pods of the load, whose output is read; empty to list them
   */
  record Collect(Configuration trial, int run, boolean loaded, List<Pod> pods) implements OfTrial {
    /** Without the pods, which are long. */
    @Override
    public String toString() {
      return "Collect[trial=%s, run=%d, loaded=%s, pods=%d]"
          .formatted(trial.name(), run, loaded, pods.size());
    }
  }

  /** Choose and record the pods of a disturbance that is due soon. */
  record PrepareDisturbance(Configuration trial, int run, PlannedDisturbance planned)
      implements OfTrial {}

  /** Nothing else may delay a disturbance that is due in a moment. */
  record AwaitDisturbance(Configuration trial, int run, Duration until) implements OfTrial {}

  /** Disturb the chosen pods. */
  record Disturb(Configuration trial, int run, PlannedDisturbance planned) implements OfTrial {}

  /** Let the database count the rows that the run left. */
  record Audit(Configuration trial, int run) implements OfTrial {
    @Override
    public String part() {
      return ComponentOrder.AUDIT;
    }
  }

  /** The run is complete: check whether it can be trusted. */
  record JudgeRun(Configuration trial, int run) implements OfTrial {}

  record InvalidateRun(Configuration trial, int run, Reason reason, String message)
      implements OfTrial {}

  /**
   * Record that the next run is invalid before its load, since what prepares it was lost: like any
   * invalid run it is repeated with new servers.
   */
  record LoseRun(Configuration trial, RunPlan plan, Reason reason, String message)
      implements OfTrial {}

  record FinishTrial(Configuration trial) implements OfTrial {}

  record FailTrial(Configuration trial, Reason reason, String message) implements OfTrial {}

  /** Record that the servers of an invalid run are deleted, so that the next run gets new ones. */
  record RecreateServers(Configuration trial) implements OfTrial {}

  /** Resume a trial that had succeeded: its experiment has more repetitions now. */
  record Reopen(Configuration trial) implements OfTrial {}

  /**
   * Remove objects of earlier testbeds that the trial cannot use.
   *
   * @param keepOwn whether the trial can use its own objects
   */
  record ClearTestbed(Configuration trial, boolean keepOwn) implements OfTrial {}

  /** Every trial has ended, or one has failed: write the result. */
  record Finish() implements NextStep {}

  /**
   * Remove the testbed of an ended experiment.
   *
   * @param overdue message if its removal takes too long; else null
   */
  record TearDown(String overdue) implements NextStep {}

  /**
   * The cluster does not allow the experiment now: check again later, without creating anything.
   */
  record AwaitCluster(List<Violation> violations) implements NextStep {}

  /** Nothing to do until a part of the testbed is ready; the trial's wait for it has a deadline. */
  record AwaitComponent(Configuration trial, String part, String text, String detail)
      implements OfTrial {}

  /**
   * Remove the testbed of an experiment that is suspended.
   *
   * @param overdue message if its removal takes too long; else null
   */
  record Release(String overdue) implements NextStep {}

  /** It is suspended and has no testbed: record that. */
  record Suspend() implements NextStep {}

  /** It is its turn again after a pause: record that. */
  record Resume() implements NextStep {}

  /** End a trial before all its runs are made, with the result of its valid runs. */
  record ConcludeTrial(Configuration trial, Reason reason, String message) implements OfTrial {}

  /** End the experiment before everything is measured: write the result. */
  record Conclude(Reason reason, String message) implements NextStep {}

  /** Delete the experiment: the time for which it is kept is over. */
  record Expire() implements NextStep {}

  /** The experiment has ended and nothing is left to do. */
  record Idle() implements NextStep {}

  /** A step of one trial. */
  sealed interface OfTrial extends NextStep {
    Configuration trial();

    /** Name of the part that the trial waits for with this step; null if none. */
    default String part() {
      return null;
    }
  }

  /** Name of the step's trial; null if it has none. */
  default String trialName() {
    return this instanceof OfTrial of ? of.trial().name() : null;
  }

  /** When to reconcile again after this step; null if that is not needed. */
  default Duration requeueAfter() {
    if (this instanceof Idle || this instanceof Suspend) {
      return null;
    }
    if (this instanceof TearDown tearDown && tearDown.overdue() != null
        || this instanceof Release release && release.overdue() != null) {
      return Duration.ofMinutes(1); // a user has to act
    }
    if (this instanceof TearDown
        || this instanceof Release
        || this instanceof Collect collect && collect.loaded()) {
      // Not urgent, or during the load: reconciliation would take CPU from the measured tiers.
      return Duration.ofSeconds(2);
    }
    if (this instanceof AwaitDisturbance await) {
      return await.until();
    }
    if (this instanceof AwaitCluster || this instanceof AwaitComponent) {
      return null; // Patience says when
    }
    if (this instanceof ClearTestbed
        || this instanceof Collect
        || this instanceof Deploy deploy && deploy.detail() != null) {
      return Duration.ofMillis(500);
    }
    return Duration.ofMillis(20);
  }

  /** Whether it waits until objects of a testbed change or are gone. */
  default boolean waitsForObjects() {
    return this instanceof ClearTestbed
        || this instanceof TearDown
        || this instanceof Release
        || this instanceof Deploy deploy && deploy.detail() != null;
  }

  /** Whether a load is being measured meanwhile. */
  default boolean whileLoaded() {
    return this instanceof Collect collect && collect.loaded() || this instanceof AwaitDisturbance;
  }

  /** Whether it ends a trial or a run for what was observed. */
  default boolean givesUp() {
    return this instanceof FailTrial || this instanceof InvalidateRun || this instanceof LoseRun;
  }

  /** What the experiment is doing, for its status. */
  default String describe() {
    if (this instanceof AwaitComponent await) {
      return "Waiting for " + await.text() + (await.detail() == null ? "" : ": " + await.detail());
    }
    if (this instanceof Deploy deploy && deploy.detail() != null) {
      return "Waiting for " + deploy.text() + ": " + deploy.detail();
    }
    if (this instanceof Collect collect) {
      return "Measuring run %d of %s".formatted(collect.run(), collect.trial().name());
    }
    if (this instanceof AwaitDisturbance await) {
      return "Measuring run %d of %s".formatted(await.run(), await.trial().name());
    }
    if (this instanceof ClearTestbed) {
      return "Removing the previous testbed";
    }
    if (this instanceof Release release) {
      return release.overdue() == null ? "Suspending: removing the testbed" : release.overdue();
    }
    return null;
  }
}
