package dev.scalelab.load.profile;

/** Detects lost or out-of-date session state by the number of its changes. */
final class SessionState {
  private SessionState() {}

  /**
   * Checks the state of a session; returns null if it is complete and current.
   *
   * @param made number of changes that the user has made
   * @param seen number of changes of the state, as reported by the servers; 0 if there is no state
   * @param changed whether the request made a change: new state then includes that change, and
   *     otherwise older state has become the session's
   */
  static String flaw(int made, int seen, boolean changed) {
    if (seen == made) {
      return null;
    }
    if (seen > made) {
      return "session state has a change too many";
    }
    if (seen <= (changed ? 1 : 0)) {
      return "session state was lost";
    }
    return changed ? "session state was rolled back" : "session state was stale";
  }
}
