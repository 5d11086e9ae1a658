package dev.scalelab.benchmark.cells.infrastructure;

import dev.scalelab.benchmark.calls.RemoteBeans;
import dev.scalelab.benchmark.cells.application.RunConfiguration;
import dev.scalelab.benchmark.cells.application.Runs;
import dev.scalelab.benchmark.cells.application.RunsForOthers;
import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;

/**
 * The beans that requests call: those of this server or, with {@code BEANS_URL}, those of the
 * servers behind that address, over HTTP.
 */
@ApplicationScoped
public class BeanTier {

  @Inject private RunConfiguration own;

  private Runs runs;

  @PostConstruct
  void choose() {
    String beans = System.getenv().getOrDefault("BEANS_URL", "");
    runs = beans.isEmpty() ? own : RemoteBeans.at(beans).stateless(Runs.class, RunsForOthers.class);
  }

  @Produces
  Runs runs() {
    return runs;
  }
}
