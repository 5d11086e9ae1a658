package dev.scalelab.benchmark.cells.domain;

/** What can be asked for. */
public interface Configurations {

  /**
   * The configuration of this name.
   *
   * @throws UnknownConfigurationException when there is none
   */
  Configuration named(String name);
}
