package dev.scalelab.benchmark.cells.application;

import dev.scalelab.benchmark.cells.domain.Beans;
import dev.scalelab.benchmark.cells.domain.Call;
import dev.scalelab.benchmark.cells.domain.Done;
import dev.scalelab.benchmark.cells.domain.Leak;
import jakarta.inject.Inject;

/** What the seven beans have in common: everything but their name. */
public abstract class TestBean {

  @Inject private Beans beans;

  @Inject private Leak leak;

  /** Does what the table says of the call. */
  public Done call(Call call, long seed) {
    return call.run(seed, beans, leak);
  }
}
