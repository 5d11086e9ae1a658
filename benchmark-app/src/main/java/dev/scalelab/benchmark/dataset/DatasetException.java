package dev.scalelab.benchmark.dataset;

/** The tool cannot go on; the message says why, and what a person can do. */
class DatasetException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  DatasetException(String message) {
    super(message);
  }

  DatasetException(String message, Throwable cause) {
    super(message, cause);
  }
}
