package dev.scalelab.benchmark.cells.application;

import dev.scalelab.benchmark.cells.domain.BeanThrewException;
import dev.scalelab.benchmark.cells.domain.Done;
import dev.scalelab.benchmark.cells.domain.UnknownConfigurationException;

/** What the web tier asks of the bean tier. */
public interface Runs {

  /**
   * Runs the configuration with this name.
   *
   * @throws UnknownConfigurationException if no configuration has this name
   * @throws BeanThrewException if one of its beans throws
   */
  Done named(String name);
}
