package dev.scalelab.benchmark.state;

import java.io.Serializable;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Which state a session has: a client that remembers the last one it was shown can detect another
 * or an older one.
 *
 * @param id random; state that starts again from empty has another
 * @param changes number of changes made
 * @param changedBy the server that made the last change; null before the first
 */
public record StateVersion(String id, int changes, String changedBy) implements Serializable {

  private static final long serialVersionUID = 1L;

  /** The version of a new state. */
  public static StateVersion first() {
    return new StateVersion(Long.toHexString(ThreadLocalRandom.current().nextLong()), 0, null);
  }

  /** The version after a change. */
  public StateVersion changed() {
    return new StateVersion(id, changes + 1, changedBy);
  }

  /** The same version, after a server has made a change. */
  public StateVersion by(String server) {
    return new StateVersion(id, changes, server);
  }

  /** The same version with fewer changes, if a part of the state has fewer. */
  public StateVersion atMost(int others) {
    return others < changes ? new StateVersion(id, others, changedBy) : this;
  }

  @Override
  public String toString() {
    return id + " " + changes + " " + changedBy;
  }
}
