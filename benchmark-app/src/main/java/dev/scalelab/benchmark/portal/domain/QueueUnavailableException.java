package dev.scalelab.benchmark.portal.domain;

/** The queue cannot be had, or holds as much as it may. */
public class QueueUnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Says so. */
  public QueueUnavailableException(Throwable cause) {
    super("the queue of orders is unavailable", cause);
  }
}
