package dev.scalelab.operator.testbed;

/** A pod cannot be disturbed, however often that is tried; its message says why. */
public final class NotDisturbedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  NotDisturbedException(String message) {
    super(message);
  }
}
