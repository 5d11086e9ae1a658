package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.TestbedPart;
import dev.scalelab.operator.api.Waiting;
import dev.scalelab.operator.plan.Configuration;
import java.time.Instant;

/**
 * The deadlines of a trial's waits, all of which count from status.waiting. Pure.
 *
 * @param trial the trial that fails when a deadline has passed
 * @param furthest the furthest part that the trial has got to; null when it waits for nothing yet
 * @param now the time of the pass
 */
record PartDeadlines(Configuration trial, Waiting furthest, Instant now) {
  /** So much longer a refused creation is tried than all passes may fail; see FailingPasses. */
  static final int REFUSED_SECONDS = 30;

  /**
   * Creates what is missing, until the deadline: something may delete it again each time. What the
   * API server refuses ends before that, with its own message.
   */
  NextStep within(TestbedPart part, NextStep create) {
    int patience =
        Math.max(deadlineSeconds(part), trial.spec().timeouts().jobSeconds()) + REFUSED_SECONDS;
    return within(
        part, part.reason(), "something deletes what is created for it", patience, create);
  }

  /**
   * The step, or the trial's end when the part's deadline has passed. It counts from when the trial
   * got as far as it has ever been: a part that was ready before, and is not any more, has its
   * patience from then on, after what the furthest part takes by plan.
   */
  NextStep within(TestbedPart part, Reason reason, String detail, NextStep step) {
    return within(part, reason, detail, deadlineSeconds(part), step);
  }

  private NextStep within(
      TestbedPart part, Reason reason, String detail, int deadlineSeconds, NextStep step) {
    if (furthest == null || part.after(furthest.part())) {
      return step; // the wait begins now
    }
    int patience = deadlineSeconds + plannedSeconds(furthest.part(), part);
    if (now.isBefore(Instant.parse(furthest.since()).plusSeconds(patience))) {
      return step;
    }
    String why = detail == null ? "" : ": " + detail;
    return new NextStep.FailTrial(
        trial, reason, "%s not ready after %d s%s".formatted(part.text(), patience, why));
  }

  private int deadlineSeconds(TestbedPart part) {
    return switch (part) {
      case DATABASE -> trial.spec().timeouts().databaseSeconds();
      case SERVERS, CLUSTER, BALANCER, SUPPLIERS, CPU_LIMIT ->
          trial.spec().timeouts().serversSeconds();
      case DATASET, WARM_UP, QUEUES, DATASET_RESET, LOAD, AUDIT ->
          trial.spec().timeouts().jobSeconds();
    };
  }

  /** What the furthest part takes by itself, before one that came earlier is looked at again. */
  private int plannedSeconds(TestbedPart furthest, TestbedPart part) {
    if (furthest != TestbedPart.WARM_UP) {
      return 0;
    }
    int start = part == TestbedPart.WARM_UP ? 0 : trial.spec().timeouts().jobSeconds();
    return start
        + trial.load().warmUp().maxSeconds()
        + trial.workload().drainSecondsOfWarmUp(trial.load());
  }
}
