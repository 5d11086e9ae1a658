package dev.scalelab.benchmark.cells.domain;

import java.util.function.Supplier;

/** The threads in which beans are called. */
public interface BeanThreads {

  /**
   * Makes a call, and returns its result or throws its exception.
   *
   * @throws BeansBusyException if no thread is free, and too many calls wait for one
   */
  Done run(Supplier<Done> call);
}
