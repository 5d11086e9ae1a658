package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.testbed.PartOrder;
import java.time.Duration;
import java.util.List;

/**
 * The one thing to do next. Every step is idempotent: an operator killed within one does it again.
 */
public sealed interface NextStep {
  /** The spec breaks rules that nothing can change: end, with nothing created. */
  record Reject(List<Violation> violations) implements NextStep {}

  /** Put the trial's resource down, so that what it measures has a place. */
  record CreateTrial(Configuration trial) implements OfTrial {}

  /**
   * Create what is missing of a part of the testbed, and of those that are deployed with it.
   *
   * @param part name of the part
   * @param text its name in messages
   * @param detail what it lacks, where it is deployed until that is there; else null
   */
  record Deploy(Configuration trial, String part, String text, String detail) implements OfTrial {}

  /** Note that the testbed is warm, and where its pods run. */
  record MarkReady(Configuration trial) implements OfTrial {}

  record StartLoad(Configuration trial, int run) implements OfTrial {
    @Override
    public String part() {
      return PartOrder.LOAD;
    }
  }

  /** Note that the run's Job exists: from here on a missing Job is a lost one. */
  record RecordRun(Configuration trial, int run) implements OfTrial {}

  /**
   * Take finished steps and their evidence into the trial's status, while or after the load is on.
   */
  record Collect(Configuration trial, int run, boolean loaded) implements OfTrial {}

  /** Have the database count what the run left. */
  record Audit(Configuration trial, int run) implements OfTrial {
    @Override
    public String part() {
      return PartOrder.AUDIT;
    }
  }

  /** Everything of the run is there: say whether it can be trusted. */
  record JudgeRun(Configuration trial, int run) implements OfTrial {}

  record InvalidateRun(Configuration trial, int run, Reason reason, String message)
      implements OfTrial {}

  record FinishTrial(Configuration trial) implements OfTrial {}

  record FailTrial(Configuration trial, Reason reason, String message) implements OfTrial {}

  /** Note that the servers of an invalid run are gone, so that the next run gets fresh ones. */
  record Renew(Configuration trial) implements OfTrial {}

  /** Resume a trial that had succeeded: its experiment has more repetitions now. */
  record Reopen(Configuration trial) implements OfTrial {}

  /**
   * Remove what is left of earlier testbeds and is of no use for the trial.
   *
   * @param ownToo whether the trial's own objects are of use
   */
  record ClearTestbed(Configuration trial, boolean ownToo) implements OfTrial {}

  /** Every trial ended, or one failed: write the answer. */
  record Finish() implements NextStep {}

  /**
   * Remove what is left of the testbed of an ended experiment.
   *
   * @param overdue what is to be said of it because it does not go; null while it has time
   */
  record TearDown(String overdue) implements NextStep {}

  /** The cluster does not allow the experiment now: look again, with nothing created. */
  record AwaitCluster(List<Violation> violations) implements NextStep {}

  /** Nothing to do until a part of the testbed is ready; the trial's wait for it has a deadline. */
  record AwaitPart(Configuration trial, String part, String text, String detail)
      implements OfTrial {}

  /** The experiment ended and nothing is left to do. */
  record Rest() implements NextStep {}

  /** A step that is of one trial. */
  sealed interface OfTrial extends NextStep {
    Configuration trial();

    /** Name of what the trial waits for with this step; null when for nothing. */
    default String part() {
      return null;
    }
  }

  /** Name of the trial that the step is of; null when of none. */
  default String trialName() {
    return this instanceof OfTrial of ? of.trial().name() : null;
  }

  /** When to look again after this step; null when nothing more is to come. */
  default Duration lookAgain() {
    if (this instanceof Rest || this instanceof Reject) {
      return null;
    }
    if (this instanceof TearDown tearDown && tearDown.overdue() != null) {
      return Duration.ofMinutes(1); // a person has to look
    }
    if (this instanceof TearDown || this instanceof Collect collect && collect.loaded()) {
      // Nobody waits for it, or the load is on: looking would take CPU from what is measured.
      return Duration.ofSeconds(2);
    }
    if (this instanceof AwaitCluster) {
      return Duration.ofSeconds(10);
    }
    if (this instanceof AwaitPart
        || this instanceof ClearTestbed
        || this instanceof Collect
        || this instanceof Deploy deploy && deploy.detail() != null) {
      return Duration.ofMillis(500);
    }
    return Duration.ofMillis(20);
  }

  /** What the experiment is doing, for its status. */
  default String describe() {
    if (this instanceof AwaitPart await) {
      return "Waiting for " + await.text() + (await.detail() == null ? "" : ": " + await.detail());
    }
    if (this instanceof Deploy deploy && deploy.detail() != null) {
      return "Waiting for " + deploy.text() + ": " + deploy.detail();
    }
    if (this instanceof Collect collect) {
      return "Measuring run %d of %s".formatted(collect.run(), collect.trial().name());
    }
    if (this instanceof ClearTestbed) {
      return "Removing what is left of the testbed before";
    }
    return null;
  }
}
