package dev.scalelab.load.profile;

/** A user who pauses between the requests of a transaction. */
public interface Thoughtful {

  /** The next pause, in milliseconds. */
  int nextPauseMillis();
}
