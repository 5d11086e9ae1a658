package dev.scalelab.operator.measurement;

/**
 * Prometheus could not be queried, or rejected the query; the message has its address and the
 * reason.
 */
public final class PrometheusException extends RuntimeException {
  PrometheusException(String message, Throwable cause) {
    super(message, cause);
  }
}
