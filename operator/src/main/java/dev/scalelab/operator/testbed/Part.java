package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.plan.Configuration;

/**
 * A part of a testbed: its objects, its readiness, its timeout and its reason of failure. Its
 * objects have the labels of their experiment, trial and tier, by which they are removed.
 */
public interface Part {
  /** When a part is observed. */
  enum Stage {
    /** In every reconciliation outside a run. */
    TESTBED,
    /** Only until the testbed is ready for its first run. */
    ONCE,
    /** Before each run. */
    RUN
  }

  /** Its name, as in status.waiting.part of a trial. */
  String name();

  /** Its name in messages, as "the database". */
  String text();

  /** Reason with which a trial fails if the part does not become ready. */
  Reason reason();

  /** When it is observed. */
  default Stage stage() {
    return Stage.TESTBED;
  }

  /** Whether testbeds of a configuration have it. */
  default boolean isPartOf(Configuration configuration) {
    return true;
  }

  /** Name of the part with which it is deployed; null if it is deployed separately. */
  default String deployedWith() {
    return null;
  }

  /**
   * Whether parts before it are not observed while it is working, since its load may disturb them.
   */
  default boolean shieldsOthers() {
    return false;
  }

  /** Whether it must be ready again after a load, before the load's results are counted. */
  default boolean settlesAfterLoad() {
    return false;
  }

  /** Planned time until it is ready, in seconds; its timeout begins after that. */
  default int plannedSeconds(Configuration configuration) {
    return 0;
  }

  /** Timeout for its readiness, in seconds. */
  int patienceSeconds(Configuration configuration);

  /** Name of its Job; null if it has none. */
  default String job(Scene scene) {
    return null;
  }

  /** Its readiness, from the state of the cluster. */
  Readiness observe(Scene scene);

  /** Creates its missing objects, or applies required changes; may be repeated. */
  void deploy(Scene scene);
}
