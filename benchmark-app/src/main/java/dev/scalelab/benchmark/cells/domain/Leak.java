package dev.scalelab.benchmark.cells.domain;

/** Memory that is never released. */
public interface Leak {

  /** Keeps this number of additional bytes until the server ends. */
  void keep(int bytes);
}
