package dev.scalelab.load.together;

/** Not all load generators of a run came to its start in time; it says which. */
public final class NotTogetherException extends Exception {
  private static final long serialVersionUID = 1L;

  NotTogetherException(String message) {
    super(message);
  }
}
