package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;

/**
 * Whether a part of the testbed is ready, and if not, why.
 *
 * @param state absent, incomplete, waiting, ready, failed or lost
 * @param reason reason constant; null unless waiting, failed or lost
 * @param detail the pods' own reason, as text for users; null without one
 */
public record Readiness(State state, Reason reason, String detail) {
  /** State of a part of the testbed. */
  public enum State {
    ABSENT,
    /** Partly absent: deployed again until it is ready. */
    INCOMPLETE,
    WAITING,
    READY,
    FAILED,
    /** Failed for a reason outside of the part and of the system under test. */
    LOST
  }

  public static Readiness absent() {
    return new Readiness(State.ABSENT, null, null);
  }

  public static Readiness incomplete(String detail) {
    return new Readiness(State.INCOMPLETE, null, detail);
  }

  public static Readiness failed(Reason reason, String detail) {
    return new Readiness(State.FAILED, reason, detail);
  }

  public static Readiness lost(Reason reason, String detail) {
    return new Readiness(State.LOST, reason, detail);
  }

  public static Readiness waiting(Reason reason, String detail) {
    return new Readiness(State.WAITING, reason, detail);
  }

  public static Readiness ready() {
    return new Readiness(State.READY, null, null);
  }
}
