package dev.scalelab.operator.e2e;

import dev.scalelab.operator.support.RequestLine;
import java.time.Instant;

/**
 * A session of Cart as its responses show it, one request after the other: ten times POST, each of
 * which adds a product, then GET, and DELETE ends the session. After a failed request its user only
 * looks once more, with GET.
 */
final class SeenSession {
  private static final String NONE = "none";
  private static final int PRODUCTS = 10;

  private Instant end;
  private int added;
  private boolean shown;
  private boolean ending;
  private boolean over;
  private boolean failed;

  private String state;
  private String server;

  private boolean moved;
  private boolean lost;
  private boolean other;
  private boolean older;
  private boolean unanswered;

  /** Whether the request of this line has failed for its user. */
  boolean hasFailed(RequestLine line) {
    end = line.end();
    boolean look = isLook(line);
    if (look && !failed) {
      failUnseen();
    }
    added += line.method().equals("POST") ? 1 : 0;
    shown |= line.method().equals("GET");
    ending |= line.method().equals("DELETE");
    boolean last = over;
    over |= ending && line.ok();
    boolean wrong = !last && isWrong(line);
    failed |= !line.ok() || wrong;
    return !line.ok() || wrong && !look;
  }

  private boolean isLook(RequestLine line) {
    return line.method().equals("GET") && (failed || shown || added < PRODUCTS);
  }

  /**
   * A request has failed of which HAProxy has printed nothing: it does so if a server breaks off a
   * connection that was used before.
   */
  private void failUnseen() {
    failed = true;
    unanswered = true;
    ending = shown;
    added += shown ? 0 : 1;
  }

  /** Whether the response shows another state than it has to. */
  private boolean isWrong(RequestLine line) {
    if (line.state() == null) {
      unanswered = true;
      return false;
    }
    if (line.state().equals(NONE)) {
      // The session may have ended although nobody said so.
      boolean mayBeOver = failed && ending;
      lost |= !mayBeOver && hasState();
      return lost;
    }
    unanswered = false;
    if (hasState() && !id(line.state()).equals(id(state))) {
      lost = true;
      return true;
    }
    int changes = changes(line.state());
    int before = hasState() ? changes(state) : 0;
    boolean missing = line.ok() && !failed && changes < added;
    if (changes > added || missing && added > before) {
      other = true;
      return true;
    }
    older = changes < before || changes == before && !line.state().equals(state);
    other |= older;
    if (older) {
      return true;
    }
    moved |= server != null && !server.equals(line.server());
    server = line.server();
    state = line.state();
    return false;
  }

  private static String id(String state) {
    return state.substring(0, state.indexOf(' '));
  }

  private static int changes(String state) {
    return Integer.parseInt(state.split(" ")[1]);
  }

  /** Whether a change was ever acknowledged. */
  boolean hasState() {
    return state != null;
  }

  /** When its last request was over. */
  Instant end() {
    return end;
  }

  boolean isLost() {
    return lost;
  }

  /** Rolled back, stale, or with a change too many. */
  boolean isOther() {
    return !lost && other;
  }

  boolean isUnknown() {
    return !lost && !other && unanswered;
  }

  boolean isIntact() {
    return !lost && !other && !unanswered;
  }

  boolean hasMoved() {
    return isIntact() && moved;
  }
}
