package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;
import java.time.Instant;

/**
 * Whether a part of the testbed is ready, and if not, why.
 *
 * @param state absent, waiting or ready
 * @param since when the part was created; null when absent
 * @param reason what it is that is not ready; null unless waiting
 * @param detail the pods' own reason, for people; null unless waiting
 */
public record Readiness(State state, Instant since, Reason reason, String detail) {
  /** How far a part of the testbed is. */
  public enum State {
    ABSENT,
    WAITING,
    READY
  }

  public static Readiness absent() {
    return new Readiness(State.ABSENT, null, null, null);
  }

  public static Readiness waiting(Instant since, Reason reason, String detail) {
    return new Readiness(State.WAITING, since, reason, detail);
  }

  public static Readiness ready(Instant since) {
    return new Readiness(State.READY, since, null, null);
  }
}
