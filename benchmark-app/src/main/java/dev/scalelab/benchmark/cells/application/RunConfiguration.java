package dev.scalelab.benchmark.cells.application;

import dev.scalelab.benchmark.cells.domain.BeanThrewException;
import dev.scalelab.benchmark.cells.domain.Beans;
import dev.scalelab.benchmark.cells.domain.Configurations;
import dev.scalelab.benchmark.cells.domain.Done;
import dev.scalelab.benchmark.cells.domain.UnknownConfigurationException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/** Runs a configuration for a request. */
@ApplicationScoped
public class RunConfiguration {

  /** Constant, so that a configuration always ends with the same number. */
  private static final long SEED = 1;

  private Configurations configurations;
  private Beans beans;

  /** For the container. */
  public RunConfiguration() {}

  @Inject
  RunConfiguration(Configurations configurations, Beans beans) {
    this.configurations = configurations;
    this.beans = beans;
  }

  /**
   * Runs the configuration with this name.
   *
   * @throws UnknownConfigurationException if no configuration has this name
   * @throws BeanThrewException if one of its beans throws
   */
  public Done named(String name) {
    return beans.call(configurations.named(name).call(), SEED);
  }
}
