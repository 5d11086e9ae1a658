package dev.scalelab.load.rendezvous;

/** Not all load generators of a run connected in time; the message contains the missing ones. */
public final class NotTogetherException extends Exception {
  private static final long serialVersionUID = 1L;

  NotTogetherException(String message) {
    super(message);
  }
}
