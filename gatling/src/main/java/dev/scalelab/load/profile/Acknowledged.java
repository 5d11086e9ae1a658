package dev.scalelab.load.profile;

/**
 * The state of a user's session as servers have acknowledged it: each response to a request of the
 * session has the state's id, the number of changes made to it, and the server that made the last
 * one. Used only by its user's thread.
 */
public final class Acknowledged {
  /** The state in a response of a session that has none. */
  public static final String NONE = "none";

  static final String LOST = "session state was lost";
  static final String ROLLED_BACK = "session state was rolled back";
  static final String STALE = "session state was stale";
  static final String REPEATED = "session state has a change too many";
  static final String UNSEEN = "response without session state";

  /** Changes that the user has requested, and whether it has requested the session's end. */
  private int made;

  private boolean ending;

  /** Whether a server has ended the session: what the user requests later needs no session. */
  private boolean over;

  /** The last acknowledged state. */
  private String id;

  private int changes;
  private String changedBy;

  /** The server that showed it last, and whether others did before. */
  private String answeredBy;

  private boolean moved;

  /** Whether the last request left open what became of the state. */
  private boolean unseen;

  /** Whether the state seen last is older, and whether an earlier one was. */
  private boolean older;

  private boolean wasOlder;
  private StateOutcome loss;

  /** The user is about to request a change. */
  public void change() {
    made++;
  }

  /** The user is about to request the end of the session. */
  public void end() {
    ending = true;
  }

  /**
   * A request of the session has ended.
   *
   * @param state the state in the response, as {@code ID CHANGES SERVER} or {@link #NONE}; null if
   *     no application server responded
   * @param server the server that responded; null if unknown
   * @param ok whether the response was as expected, apart from the state
   * @return what is wrong with the state, or null
   */
  public String answered(String state, String server, boolean ok) {
    if (over) {
      return null;
    }
    over = ending && ok;
    unseen = state == null;
    if (unseen) {
      return ok ? UNSEEN : null;
    }
    return see(state, server, ok);
  }

  /**
   * Whether only another look at the session shows what became of its state: the last request
   * failed, or showed an older one.
   */
  public boolean isOpen() {
    return changes > 0 && loss == null && (unseen || older);
  }

  /**
   * The response to another look: like {@link #answered}, but with fewer changes if some failed.
   */
  public void looked(String state, String server) {
    // A server may have ended the session before its response was lost.
    if (state != null && !(ending && state.equals(NONE))) {
      unseen = false;
      see(state, server, false);
    }
  }

  /** What became of the state; null if no change was ever acknowledged. */
  public StateOutcome outcome() {
    if (loss != null) {
      return loss;
    }
    if (changes == 0) {
      return null;
    }
    if (older) {
      return StateOutcome.ROLLED_BACK;
    }
    if (unseen) {
      return StateOutcome.UNKNOWN;
    }
    return wasOlder ? StateOutcome.STALE : StateOutcome.INTACT;
  }

  /** Whether another server has continued the session with its state. */
  public boolean hasMoved() {
    return moved;
  }

  private String see(String state, String server, boolean complete) {
    if (state.equals(NONE)) {
      return changes > 0 || complete && made > 0 ? lost(StateOutcome.LOST, LOST) : null;
    }
    int first = state.indexOf(' ');
    int second = state.indexOf(' ', first + 1);
    String seenId = state.substring(0, first);
    int seen = Integer.parseInt(state, first + 1, second, 10);
    String seenChangedBy = state.substring(second + 1);
    if (id != null && !id.equals(seenId)) {
      return lost(StateOutcome.LOST, LOST);
    }
    if (seen > made) {
      return lost(StateOutcome.REPEATED, REPEATED);
    }
    if (complete && made > changes && seen < made) {
      return lost(StateOutcome.ROLLED_BACK, ROLLED_BACK);
    }
    if (seen < changes || seen == changes && !seenChangedBy.equals(changedBy)) {
      older = true;
      return STALE;
    }
    wasOlder |= older;
    older = false;
    moved |= answeredBy != null && !answeredBy.equals(server);
    answeredBy = server;
    id = seenId;
    changes = seen;
    changedBy = seenChangedBy;
    return null;
  }

  private String lost(StateOutcome what, String flaw) {
    loss = what;
    return flaw;
  }
}
