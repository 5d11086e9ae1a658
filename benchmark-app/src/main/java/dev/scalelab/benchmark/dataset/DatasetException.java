package dev.scalelab.benchmark.dataset;

/** The tool cannot continue; the message contains the reason, and what the user can do. */
class DatasetException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  DatasetException(String message) {
    super(message);
  }

  DatasetException(String message, Throwable cause) {
    super(message, cause);
  }
}
