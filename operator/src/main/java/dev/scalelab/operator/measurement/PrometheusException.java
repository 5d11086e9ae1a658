package dev.scalelab.operator.measurement;

/** Prometheus could not be asked, or refused the query; the message names its address and why. */
public final class PrometheusException extends RuntimeException {
  PrometheusException(String message, Throwable cause) {
    super(message, cause);
  }
}
