package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;
import java.time.Instant;

/**
 * Whether a part of the testbed is ready, and if not, why.
 *
 * @param state absent, waiting, ready or failed
 * @param since when the part was created; null when absent
 * @param reason reason constant; null unless waiting or failed
 * @param detail the pods' own reason, as text for users; null without one
 */
public record Readiness(State state, Instant since, Reason reason, String detail) {
  /** State of a part of the testbed. */
  public enum State {
    ABSENT,
    WAITING,
    READY,
    FAILED
  }

  public static Readiness absent() {
    return new Readiness(State.ABSENT, null, null, null);
  }

  /** Partly absent: to be deployed again until it is ready. */
  public static Readiness incomplete(String detail) {
    return new Readiness(State.ABSENT, null, null, detail);
  }

  public static Readiness failed(Instant since, Reason reason, String detail) {
    return new Readiness(State.FAILED, since, reason, detail);
  }

  public static Readiness waiting(Instant since, Reason reason, String detail) {
    return new Readiness(State.WAITING, since, reason, detail);
  }

  public static Readiness ready(Instant since) {
    return new Readiness(State.READY, since, null, null);
  }
}
