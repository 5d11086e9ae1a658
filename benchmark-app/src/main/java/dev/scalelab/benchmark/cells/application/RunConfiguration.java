package dev.scalelab.benchmark.cells.application;

import dev.scalelab.benchmark.cells.domain.BeanThreads;
import dev.scalelab.benchmark.cells.domain.Beans;
import dev.scalelab.benchmark.cells.domain.Configuration;
import dev.scalelab.benchmark.cells.domain.Configurations;
import dev.scalelab.benchmark.cells.domain.Done;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Typed;
import jakarta.inject.Inject;

/** Runs a configuration for a request. */
@ApplicationScoped
@Typed(RunConfiguration.class)
public class RunConfiguration implements Runs {

  /** Constant, so that a configuration always ends with the same number. */
  private static final long SEED = 1;

  private Configurations configurations;
  private Beans beans;
  private BeanThreads threads;

  /** For the container. */
  public RunConfiguration() {}

  @Inject
  RunConfiguration(Configurations configurations, Beans beans, BeanThreads threads) {
    this.configurations = configurations;
    this.beans = beans;
    this.threads = threads;
  }

  @Override
  public Done named(String name) {
    Configuration configuration = configurations.named(name);
    return threads.run(() -> beans.call(configuration.call(), SEED));
  }
}
