package dev.scalelab.benchmark.cells.domain;

/** The configurations that can be requested. */
public interface Configurations {

  /**
   * Returns the configuration with this name.
   *
   * @throws UnknownConfigurationException if no configuration has this name
   */
  Configuration named(String name);
}
