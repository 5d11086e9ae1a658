package dev.scalelab.operator.loadrun;

import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.List;

/**
 * The observed state of a Job.
 *
 * @param state absent, owned by another object, active, succeeded or failed
 * @param since when it was created; null when absent
 * @param cause why it failed, or that its pod is denied; else null
 * @param detail its pod's own message: why it failed, or what keeps it from starting; may be null
 * @param pods its pods; empty if none were listed
 */
public record JobObservation(
    State state, Instant since, Cause cause, String detail, List<Pod> pods) {
  public JobObservation {
    pods = List.copyOf(pods);
  }

  /** An observation without its pods. */
  public JobObservation(State state, Instant since, Cause cause, String detail) {
    this(state, since, cause, detail, List.of());
  }

  /** State of a Job. */
  public enum State {
    ABSENT,
    NOT_OURS,
    ACTIVE,
    SUCCEEDED,
    FAILED
  }

  /** Why a Job failed. */
  public enum Cause {
    OUT_OF_MEMORY,
    DEADLINE_EXCEEDED,
    POD_LOST,
    /** A signal ended its program, and not for its memory. */
    KILLED,
    EXIT_CODE,
    /** A policy or an admission webhook does not let Kubernetes create its pod. */
    DENIED;

    /** Whether the same Job may well succeed: neither it nor the system under load is the cause. */
    public boolean isOutside() {
      return this == POD_LOST || this == KILLED;
    }
  }

  /** Whether a policy or an admission webhook keeps it from getting its pods. */
  public boolean isDenied() {
    return cause == Cause.DENIED;
  }

  /** The same, with these pods. */
  public JobObservation withPods(List<Pod> listed) {
    return new JobObservation(state, since, cause, detail, listed);
  }

  public static JobObservation absent() {
    return new JobObservation(State.ABSENT, null, null, null);
  }

  /** The observation of a Job that was created and is missing. */
  public static String deleted(String job) {
    return ("Job %s was deleted before the operator saw its end: by a user, or by a policy that sets"
            + " ttlSecondsAfterFinished")
        .formatted(job);
  }
}
