package dev.scalelab.load.profile;

/** What became of the state of a user's session, as the user saw it. */
public enum StateOutcome {
  /** It was as acknowledged whenever it was seen. */
  INTACT("intact"),
  /** It was gone, or was that of another session. */
  LOST("lost"),
  /** It was older than acknowledged, and stayed so, or was changed so. */
  ROLLED_BACK("rolledBack"),
  /** It was older than acknowledged once, and the acknowledged one was seen later. */
  STALE("stale"),
  /** A change was made more than once. */
  REPEATED("repeated"),
  /** The last request failed, and no server showed the state afterwards. */
  UNKNOWN("unknown");

  private final String label;

  StateOutcome(String label) {
    this.label = label;
  }

  /** Its name in the records. */
  public String label() {
    return label;
  }
}
