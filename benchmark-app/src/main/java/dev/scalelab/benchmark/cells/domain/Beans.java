package dev.scalelab.benchmark.cells.domain;

/** All beans, for the one that calls another. */
public interface Beans {

  /**
   * Has the call's bean do it, and all calls below it.
   *
   * @param seed of its pseudo-random numbers
   */
  Done call(Call call, long seed);
}
