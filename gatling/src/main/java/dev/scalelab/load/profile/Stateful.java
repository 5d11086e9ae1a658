package dev.scalelab.load.profile;

/** A user whose session has state on the servers. */
public interface Stateful {

  /** What is known of the state; null if this user's transaction has none. */
  Acknowledged state();
}
