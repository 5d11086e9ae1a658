package dev.scalelab.benchmark.cells.application;

import dev.scalelab.benchmark.cells.domain.Beans;
import dev.scalelab.benchmark.cells.domain.Call;
import dev.scalelab.benchmark.cells.domain.Done;
import dev.scalelab.benchmark.cells.domain.Leak;
import jakarta.inject.Inject;

/** The common code of the seven beans; only their names differ. */
public abstract class TestBean {

  @Inject private Beans beans;

  @Inject private Leak leak;

  /** Runs the call as described by the table. */
  public Done call(Call call, long seed) {
    return call.run(seed, beans, leak);
  }
}
