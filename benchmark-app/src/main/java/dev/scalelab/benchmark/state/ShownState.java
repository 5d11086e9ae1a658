package dev.scalelab.benchmark.state;

import jakarta.enterprise.context.RequestScoped;
import java.util.Optional;

/** The state of the request's session that its response shows to the client. */
@RequestScoped
public class ShownState {

  private static final String NONE = "none";

  private String text;

  /** The session has this state, or had it until this request ended it. */
  public void is(StateVersion version) {
    // A session that has only been read has no state yet.
    text = version.changes() == 0 ? NONE : version.toString();
  }

  /** The session has no state: it has not begun, or its state was lost. */
  public void isNone() {
    text = NONE;
  }

  /** The text for the client; empty if the request did not use its session's state. */
  public Optional<String> text() {
    return Optional.ofNullable(text);
  }
}
