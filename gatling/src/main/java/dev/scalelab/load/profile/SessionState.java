package dev.scalelab.load.profile;

/** Tells session state that is whole from state that is not, by the number of its changes. */
final class SessionState {
  private SessionState() {}

  /**
   * What is wrong with the state of a session; null when it is the user's own, whole and of now.
   *
   * @param made changes that the user has made
   * @param seen changes that the state has seen, as the servers tell; 0 where there is none
   * @param changed whether the request made a change: new state has then seen that one, and older
   *     state has become the session's
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
