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
public sealed interface NextStep extends StepProperties {
  /** Not all rules of spec and cluster were checked yet: check others. */
  record Check() implements NextStep {}

  /** The spec breaks permanent rules: end without creating anything. */
  record Reject(List<Violation> violations) implements NextStep {}

  /** Create the trial's resource, in which its results are stored. */
  record CreateTrial(Configuration configuration) implements OfTrial {}

  /**
   * Create what is missing of a part of the testbed, and of parts that are deployed with it.
   *
   * @param part name of the part
   * @param text its name in messages
   * @param detail what is missing, if it is deployed repeatedly until that exists; else null
   */
  record Deploy(Configuration configuration, String part, String text, String detail)
      implements OfTrial {
    @Override
    public Duration requeueAfter() {
      return waitsForObjects() ? A_MOMENT : AT_ONCE;
    }

    @Override
    public boolean waitsForObjects() {
      return detail != null;
    }

    @Override
    public String describe() {
      return detail == null ? null : "Waiting for %s: %s".formatted(text, detail);
    }
  }

  /** Record that the testbed is warm, and where its pods run. */
  record MarkReady(Configuration configuration, List<PodPlacement> placement) implements OfTrial {}

  /**
   * Record the run's plan, and create its Job.
   *
   * @param plan what the run does
   */
  record StartLoad(Configuration configuration, RunPlan plan) implements OfTrial {
    @Override
    public String part() {
      return ComponentOrder.LOAD;
    }
  }

  /** Record that the run's Job exists: from now on a missing Job was deleted. */
  record RecordRun(Configuration configuration, RunPlan plan) implements OfTrial {}

  /** Record what a round of a search has found. */
  record EndRound(Configuration configuration, SearchRound round) implements OfTrial {}

  /**
   * Add finished steps and their evidence to the trial's status, during or after the load.
   *
   * @param pods pods of the load, whose output is read; empty to list them
   */
  record Collect(Configuration configuration, int run, boolean loaded, List<Pod> pods)
      implements OfTrial {
    /** Without the pods, which are long. */
    @Override
    public String toString() {
      return "Collect[configuration=%s, run=%d, loaded=%s, pods=%d]"
          .formatted(configuration.name(), run, loaded, pods.size());
    }

    @Override
    public Duration requeueAfter() {
      return loaded ? NOT_URGENT : A_MOMENT;
    }

    @Override
    public boolean whileLoaded() {
      return loaded;
    }

    @Override
    public String describe() {
      return measuring(configuration, run);
    }
  }

  /** Choose and record the pods of a disturbance that is due soon. */
  record PrepareDisturbance(Configuration configuration, int run, PlannedDisturbance planned)
      implements OfTrial {}

  /** Nothing else may delay a disturbance that is due in a moment. */
  record AwaitDisturbance(Configuration configuration, int run, Duration until) implements OfTrial {
    @Override
    public Duration requeueAfter() {
      return until;
    }

    @Override
    public boolean whileLoaded() {
      return true;
    }

    @Override
    public String describe() {
      return measuring(configuration, run);
    }
  }

  /** Disturb the chosen pods. */
  record Disturb(Configuration configuration, int run, PlannedDisturbance planned)
      implements OfTrial {}

  /** Let the database count the rows that the run left. */
  record Audit(Configuration configuration, int run) implements OfTrial {
    @Override
    public String part() {
      return ComponentOrder.AUDIT;
    }
  }

  /** The run is complete: check whether it can be trusted. */
  record JudgeRun(Configuration configuration, int run) implements OfTrial {}

  record InvalidateRun(Configuration configuration, int run, Reason reason, String message)
      implements GivesUp {}

  /**
   * Record that the next run is invalid before its load, since what prepares it was lost: like any
   * invalid run it is repeated with new servers.
   */
  record LoseRun(Configuration configuration, RunPlan plan, Reason reason, String message)
      implements GivesUp {}

  record FinishTrial(Configuration configuration) implements OfTrial {}

  record FailTrial(Configuration configuration, Reason reason, String message) implements GivesUp {}

  /** Record that the servers of an invalid run are deleted, so that the next run gets new ones. */
  record RecreateServers(Configuration configuration) implements OfTrial {}

  /** Resume a trial that had succeeded: its experiment has more repetitions now. */
  record Reopen(Configuration configuration) implements OfTrial {}

  /**
   * Remove objects of earlier testbeds that the trial cannot use.
   *
   * @param keepOwn whether the trial can use its own objects
   */
  record ClearTestbed(Configuration configuration, boolean keepOwn) implements OfTrial {
    @Override
    public Duration requeueAfter() {
      return A_MOMENT;
    }

    @Override
    public boolean waitsForObjects() {
      return true;
    }

    @Override
    public String describe() {
      return "Removing the previous testbed";
    }
  }

  /** Every trial has ended, or one has failed: write the result. */
  record Finish() implements NextStep {}

  /**
   * Remove the testbed of an ended experiment.
   *
   * @param overdue message if its removal takes too long; else null
   */
  record TearDown(String overdue) implements Removes {}

  /**
   * The cluster does not allow the experiment now: check again later, without creating anything.
   */
  record AwaitCluster(List<Violation> violations) implements NextStep {
    @Override
    public Duration requeueAfter() {
      return null; // Patience says when
    }
  }

  /** Nothing to do until a part of the testbed is ready; the trial's wait for it has a deadline. */
  record AwaitComponent(Configuration configuration, String part, String text, String detail)
      implements OfTrial {
    @Override
    public Duration requeueAfter() {
      return null; // Patience says when
    }

    @Override
    public String describe() {
      return "Waiting for " + text + (detail == null ? "" : ": " + detail);
    }
  }

  /**
   * Remove the testbed of an experiment that is suspended.
   *
   * @param overdue message if its removal takes too long; else null
   */
  record Release(String overdue) implements Removes {
    @Override
    public String describe() {
      return overdue == null ? "Suspending: removing the testbed" : overdue;
    }
  }

  /** It is suspended and has no testbed: record that. */
  record Suspend() implements NextStep {
    @Override
    public Duration requeueAfter() {
      return null;
    }
  }

  /** It is its turn again after a pause: record that. */
  record Resume() implements NextStep {}

  /** End a trial before all its runs are made, with the result of its valid runs. */
  record ConcludeTrial(Configuration configuration, Reason reason, String message)
      implements OfTrial {}

  /** End the experiment before everything is measured: write the result. */
  record Conclude(Reason reason, String message) implements NextStep {}

  /** Delete the experiment: the time for which it is kept is over. */
  record Expire() implements NextStep {}

  /** The experiment has ended and nothing is left to do. */
  record Idle() implements NextStep {
    @Override
    public Duration requeueAfter() {
      return null;
    }
  }

  /** A step of one trial. */
  sealed interface OfTrial extends NextStep {
    Configuration configuration();

    /** Name of the part that the trial waits for with this step; null if none. */
    default String part() {
      return null;
    }

    @Override
    default String trialName() {
      return configuration().name();
    }
  }

  /** A step that ends a trial or a run for what was observed. */
  sealed interface GivesUp extends OfTrial {
    @Override
    default boolean givesUp() {
      return true;
    }
  }

  /** A step that removes a testbed. */
  sealed interface Removes extends NextStep {
    /** Message if that takes too long; else null. */
    String overdue();

    @Override
    default Duration requeueAfter() {
      return overdue() == null ? NOT_URGENT : UNTIL_SOMEBODY_ACTS;
    }

    @Override
    default boolean waitsForObjects() {
      return true;
    }
  }

  private static String measuring(Configuration configuration, int run) {
    return "Measuring run %d of %s".formatted(run, configuration.name());
  }
}
