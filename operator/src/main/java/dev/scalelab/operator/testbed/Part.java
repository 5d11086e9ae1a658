package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.plan.Configuration;

/**
 * A part of a testbed: its objects, its readiness, its timeout and its reason of failure. Its
 * objects have the labels of their experiment, trial and tier, by which they are removed.
 */
public abstract class Part {
  /** When a part is observed. */
  public enum Stage {
    /** In every reconciliation outside a run. */
    TESTBED,
    /** Only until the testbed is ready for its first run. */
    ONCE,
    /** Before each run. */
    RUN
  }

  private final String name;
  private final String text;
  private final Reason reason;

  protected Part(String name, String text, Reason reason) {
    this.name = name;
    this.text = text;
    this.reason = reason;
  }

  /** Its name, as in status.waiting.part of a trial. */
  public final String name() {
    return name;
  }

  /** Its name in messages, as "the database". */
  public final String text() {
    return text;
  }

  /** Reason with which a trial fails if the part does not become ready. */
  public final Reason reason() {
    return reason;
  }

  /** When it is observed. */
  public Stage stage() {
    return Stage.TESTBED;
  }

  /** Whether testbeds of a configuration have it. */
  public boolean isPartOf(Configuration configuration) {
    return true;
  }

  /** Name of the part with which it is deployed; null if it is deployed separately. */
  public String deployedWith() {
    return null;
  }

  /**
   * Whether parts before it are not observed while it is working, since its load may disturb them.
   */
  public boolean shieldsOthers() {
    return false;
  }

  /** Whether it must be ready again after a load, before the load's results are counted. */
  public boolean settlesAfterLoad() {
    return false;
  }

  /** Planned time until it is ready, in seconds; its timeout begins after that. */
  public int plannedSeconds(Configuration configuration) {
    return 0;
  }

  /** Timeout for its readiness, in seconds. */
  public int patienceSeconds(Configuration configuration) {
    return configuration.spec().timeouts().serversSeconds();
  }

  /** Name of its Job; null if it has none. */
  public String job(Scene scene) {
    return null;
  }

  /** Its readiness, from the state of the cluster. */
  public abstract Readiness observe(Scene scene);

  /** Creates its missing objects, or applies required changes, if it has any; may be repeated. */
  public void deploy(Scene scene) {}
}
