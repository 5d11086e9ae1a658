package dev.scalelab.benchmark.metrics;

/** Shows how beans of this server are called by their remote interfaces. */
public interface Returned {

  /** The argument, or a copy of it if the call is by value. */
  byte[] argument(byte[] argument);
}
