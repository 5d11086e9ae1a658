package dev.scalelab.benchmark.cells.domain;

/** All beans, so that one can call another. */
public interface Beans {

  /**
   * Runs the call on its bean, and all calls below it.
   *
   * @param seed of the pseudo-random numbers
   */
  Done call(Call call, long seed);
}
