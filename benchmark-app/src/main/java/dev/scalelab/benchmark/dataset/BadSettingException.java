package dev.scalelab.benchmark.dataset;

/** A setting is missing or out of its range; the message names it and the rule. */
class BadSettingException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  BadSettingException(String message) {
    super(message);
  }
}
