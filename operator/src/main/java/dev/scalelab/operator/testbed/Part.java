package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.plan.Configuration;

/**
 * A piece of a testbed: what it consists of, whether it is ready, how long that may take, and why
 * it is not. Its objects carry the labels of their experiment, trial and tier, by which they are
 * removed.
 */
public interface Part {
  /** When a part is looked at. */
  enum Stage {
    /** In every pass in which no run is under way. */
    TESTBED,
    /** Only until the testbed is ready for its first run. */
    ONCE,
    /** Before each run. */
    RUN
  }

  /** Its name, as status.waiting.part of a trial has it. */
  String name();

  /** Its name in messages, as "the database". */
  String text();

  /** Why a trial fails whose part does not become ready. */
  Reason reason();

  /** When it is looked at. */
  default Stage stage() {
    return Stage.TESTBED;
  }

  /** Whether testbeds of a configuration have it. */
  default boolean isPartOf(Configuration configuration) {
    return true;
  }

  /** Name of the part with which it is deployed; null where it has its own turn. */
  default String deployedWith() {
    return null;
  }

  /** Whether parts before it are not looked at while it works, since its load may disturb them. */
  default boolean shieldsOthers() {
    return false;
  }

  /** Whether it must be ready again after a load, before the load's results are counted. */
  default boolean settlesAfterLoad() {
    return false;
  }

  /** How long it takes by plan, in seconds; its patience begins after that. */
  default int plannedSeconds(Configuration configuration) {
    return 0;
  }

  /** How long it may take to become ready, in seconds. */
  int patienceSeconds(Configuration configuration);

  /** Name of the Job that it is; null where it is none. */
  default String job(Scene scene) {
    return null;
  }

  /** Whether it is ready, from what is in the cluster. */
  Readiness observe(Scene scene);

  /** Creates what is missing of it, or changes what has to be changed; may be repeated. */
  void deploy(Scene scene);
}
