package dev.scalelab.benchmark.portal.domain;

/** The queue is unavailable, or full. */
public class QueueUnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Creates the exception with its message. */
  public QueueUnavailableException(Throwable cause) {
    super("the queue of orders is unavailable", cause);
  }
}
