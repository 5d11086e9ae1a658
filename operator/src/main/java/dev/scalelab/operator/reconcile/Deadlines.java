package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.Waiting;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.testbed.ComponentOrder;
import dev.scalelab.operator.testbed.ComponentState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The deadlines of a trial's waits, all of which count from status.waiting. Pure.
 *
 * @param configuration the configuration whose trial fails when a deadline has passed
 * @param components the components of its testbed, first to last
 * @param furthest the furthest part that the trial has reached; null if it waits for nothing yet
 * @param now the time of the reconciliation
 */
record Deadlines(
    Configuration configuration, List<ComponentState> components, Waiting furthest, Instant now) {
  /**
   * A rejected creation is retried this much longer than reconciliations may fail; see
   * FailingReconciliations.
   */
  static final int REFUSED_SECONDS = 30;

  /**
   * Who denies by a policy mostly denies again: such a wait ends earlier. Its controller has asked
   * a dozen times by then, and what a webhook could not check at first may have passed.
   */
  static final int DENIED_SECONDS = 30;

  /** Whether one wait comes after another. */
  static boolean after(List<ComponentState> components, String component, String other) {
    return ComponentOrder.after(names(components), component, other);
  }

  private static List<String> names(List<ComponentState> components) {
    return components.stream().map(ComponentState::name).toList();
  }

  private static Optional<ComponentState> find(List<ComponentState> components, String name) {
    return components.stream().filter(component -> component.name().equals(name)).findFirst();
  }

  /** Whether the trial has reached a later part. */
  boolean beyond(String component) {
    return ComponentOrder.isBeyond(names(components), furthest, component);
  }

  /** Whether this Job was created for the furthest part. */
  boolean wasCreated(String job) {
    return furthest != null && job != null && job.equals(furthest.job());
  }

  /**
   * Creates what is missing, until the deadline, since something may delete it again each time. A
   * request that the API server rejects ends earlier, with its own message.
   */
  NextStep creating(ComponentState component, NextStep create) {
    int jobSeconds = configuration.spec().timeouts().jobSeconds();
    return within(
        component,
        component.reason(),
        "its objects are deleted after they are created",
        Math.max(component.patienceSeconds(), jobSeconds) + REFUSED_SECONDS,
        create);
  }

  /**
   * The step, or the trial's end if the part's deadline has passed. The deadline counts from when
   * the trial reached its furthest part: a part that was ready before, and no longer is, has its
   * timeout from then on, in addition to the planned time of the furthest part.
   */
  NextStep within(ComponentState component, Reason reason, String detail, NextStep step) {
    return within(component, reason, detail, component.patienceSeconds(), step);
  }

  private NextStep within(
      ComponentState component, Reason reason, String detail, int patienceSeconds, NextStep step) {
    if (furthest == null || after(components, component.name(), furthest.part())) {
      return step; // the wait begins now
    }
    int patience =
        reason == Reason.REFUSED
            ? Math.min(patienceSeconds, DENIED_SECONDS)
            : patienceSeconds + plannedSeconds(component);
    if (now.isBefore(Instant.parse(furthest.since()).plusSeconds(patience))) {
      return step;
    }
    String why = detail == null ? "" : ": " + detail;
    return new NextStep.FailTrial(
        configuration,
        reason,
        "%s not %s after %d s%s".formatted(component.text(), component.goal(), patience, why));
  }

  /** The planned time of the furthest part, during which earlier parts are not observed. */
  private int plannedSeconds(ComponentState component) {
    Optional<ComponentState> far =
        find(components, furthest.part()).filter(found -> found.plannedSeconds() > 0);
    int start =
        far.filter(found -> !found.name().equals(component.name()))
            .map(ComponentState::patienceSeconds)
            .orElse(0);
    return far.map(found -> start + found.plannedSeconds()).orElse(0);
  }
}
