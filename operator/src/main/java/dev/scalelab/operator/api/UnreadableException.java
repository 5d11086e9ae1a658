package dev.scalelab.operator.api;

/** A resource that was stored by another version of the operator and cannot be read by this one. */
public final class UnreadableException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Names the resource, the field and the reason. */
  public UnreadableException(String message) {
    super(message);
  }
}
