package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.Waiting;
import java.util.List;

/**
 * The state of a part of a testbed, as input of decisions.
 *
 * @param name its name, as in status.waiting.part of a trial
 * @param text its name in messages
 * @param goal what it has to become, such as "ready"
 * @param reason reason with which a trial fails if the part does not become ready
 * @param patienceSeconds timeout for its readiness
 * @param plannedSeconds planned time before that timeout begins
 * @param job name of its Job; null if it has none
 * @param readiness its readiness; null if it was not observed
 * @param watched whether its experiment is woken when its readiness changes
 */
public record ComponentState(
    String name,
    String text,
    String goal,
    Reason reason,
    int patienceSeconds,
    int plannedSeconds,
    String job,
    Readiness readiness,
    boolean watched) {

  /** The state of a part in its context. */
  public static ComponentState of(
      Component component, ComponentContext context, Readiness readiness) {
    return new ComponentState(
        component.name(),
        component.text(),
        component.goal(),
        component.reason(),
        component.patienceSeconds(context.configuration()),
        component.plannedSeconds(context.configuration()),
        component.job(context),
        readiness,
        component.isWatched());
  }

  /** Whether it was observed and is not ready yet, although it exists. */
  public boolean waits() {
    return readiness != null && readiness.state() == Readiness.State.WAITING;
  }

  /**
   * Whether nobody waits for it any more: it was not observed, it is ready, or it is a Job that was
   * removed after the trial had reached a later component.
   *
   * @param all names of the components, first to last
   * @param furthest what the trial waits for
   */
  public boolean isDone(List<String> all, Waiting furthest) {
    return readiness == null
        || readiness.state() == Readiness.State.READY
        || readiness.state() == Readiness.State.ABSENT
            && job != null
            && ComponentOrder.isBeyond(all, furthest, name);
  }
}
