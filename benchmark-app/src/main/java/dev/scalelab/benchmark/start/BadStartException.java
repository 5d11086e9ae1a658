package dev.scalelab.benchmark.start;

/** A setting is missing, or breaks its rule; the message names both. */
final class BadStartException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  BadStartException(String message) {
    super(message);
  }

  static BadStartException missing(String name) {
    return new BadStartException(name + " is not set");
  }
}
