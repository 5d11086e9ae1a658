package dev.scalelab.operator.simulation;

import java.time.Duration;

/**
 * One thing that goes wrong in a simulation.
 *
 * @param write number of the operator's write at which it happens, from 1; 0 if it has a time
 * @param at when it happens, if it has a time
 * @param lasting how long it lasts; zero if it is over at once
 * @param pick selects one of those that it may concern
 */
record Fault(Kind kind, int write, Duration at, Duration lasting, int pick) {
  /** What may go wrong. */
  enum Kind {
    /** The operator is killed before it sends a write. */
    KILLED_BEFORE_WRITE(true, true, 0, 0),
    /** The operator is killed before it gets the response to a write. */
    KILLED_AFTER_WRITE(true, true, 0, 0),
    /** The connection breaks before the response to a write. */
    RESPONSE_LOST(true, true, 0, 0),
    /** Somebody annotates an object just before the operator writes it. */
    CONFLICT(true, true, 0, 0),
    /** The operator is killed while it waits. */
    KILLED(false, true, 0, 0),
    /** A watch delivers nothing for a time. */
    WATCH_MUTE(false, true, 1, 180),
    /** No watch delivers anything for a time. */
    WATCHES_MUTE(false, true, 1, 90),
    /** A watch breaks off. */
    WATCH_DISCONNECTED(false, true, 0, 0),
    /** A watch has to begin again with a list. */
    WATCH_EXPIRED(false, true, 0, 0),
    /** A watch delivers an event twice. */
    EVENT_REPEATED(false, true, 0, 0),
    /** The API server does not answer for a short time. */
    API_SERVER_DOWN(false, true, 1, 40),
    /** Somebody deletes a pod of a testbed. */
    POD_DELETED(false, false, 0, 0),
    /** A container of a testbed is killed. */
    POD_RESTARTED(false, false, 0, 0),
    /** Somebody deletes a Job. */
    JOB_DELETED(false, false, 0, 0),
    /** A namespace's quota has no room for pods. */
    PODS_QUOTA_FULL(false, false, 5, 900),
    /** A namespace's quota has no room for Jobs. */
    JOBS_QUOTA_FULL(false, false, 5, 900),
    /** Prometheus cannot be reached. */
    PROMETHEUS_DOWN(false, false, 5, 900),
    /** An object of a testbed is not gone for a time after its deletion. */
    DELETION_STUCK(false, false, 30, 1500),
    /** Nodes are full: no pod and no database starts for a time. */
    STARTS_HELD(false, false, 10, 3000),
    /** A user adds a configuration. */
    CONFIGURATION_ADDED(false, false, 0, 0),
    /** A user suspends an experiment, and resumes it. */
    EXPERIMENT_SUSPENDED(false, false, 1, 1800),
    /** A user ends an experiment with what is measured. */
    EXPERIMENT_TERMINATED(false, false, 0, 0),
    /** Somebody deletes a trial. */
    TRIAL_DELETED(false, false, 0, 0),
    /** Somebody deletes an experiment. */
    EXPERIMENT_DELETED(false, false, 0, 0);

    private final boolean ofWrite;
    private final boolean harmless;
    private final int minSeconds;
    private final int maxSeconds;

    Kind(boolean ofWrite, boolean harmless, int minSeconds, int maxSeconds) {
      this.ofWrite = ofWrite;
      this.harmless = harmless;
      this.minSeconds = minSeconds;
      this.maxSeconds = maxSeconds;
    }

    /** Whether it happens at a write of the operator, and not at a time. */
    boolean isOfWrite() {
      return ofWrite;
    }

    /** Whether experiments have to end as if it had not happened. */
    boolean isHarmless() {
      return harmless;
    }

    int minSeconds() {
      return minSeconds;
    }

    int maxSeconds() {
      return maxSeconds;
    }
  }

  @Override
  public String toString() {
    String when = kind.isOfWrite() ? "write " + write : "%.3f s".formatted(at.toMillis() / 1000.0);
    String how = lasting.isZero() ? "" : " for %d s".formatted(lasting.toSeconds());
    return "%s at %s%s (pick %d)".formatted(kind, when, how, pick);
  }
}
