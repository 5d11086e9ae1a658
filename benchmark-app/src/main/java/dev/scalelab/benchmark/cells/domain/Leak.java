package dev.scalelab.benchmark.cells.domain;

/** Memory that is never given back. */
public interface Leak {

  /** Keeps so many bytes more until the server ends. */
  void keep(int bytes);
}
