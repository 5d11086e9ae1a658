package dev.scalelab.benchmark.cells.application;

import dev.scalelab.benchmark.cells.domain.BeanThrewException;
import dev.scalelab.benchmark.cells.domain.BeansBusyException;
import dev.scalelab.benchmark.cells.domain.Done;
import dev.scalelab.benchmark.cells.domain.UnknownConfigurationException;

/** What the web tier asks of the bean tier. */
public interface Runs {

  /**
   * Runs the configuration with this name.
   *
   * @throws UnknownConfigurationException if no configuration has this name
   * @throws BeanThrewException if one of its beans throws
   * @throws BeansBusyException if no thread is free for it, and too many calls wait for one
   */
  Done named(String name);
}
