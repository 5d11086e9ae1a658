package dev.scalelab.benchmark.ecperf.manufacturing.interfaces;

import dev.scalelab.benchmark.ecperf.manufacturing.domain.OutOfStockException;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.OutOfTurnException;
import dev.scalelab.benchmark.web.Refused;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.ext.Provider;

/** HTTP status of each error of the manufacturing domain. */
public final class ManufacturingErrors {

  private ManufacturingErrors() {}

  /** Parts are missing: 409. */
  @Provider
  public static class OutOfStock extends Refused<OutOfStockException> {
    /** For the container. */
    public OutOfStock() {
      super(Status.CONFLICT);
    }
  }

  /** A step that is not the next one: 409. */
  @Provider
  public static class OutOfTurn extends Refused<OutOfTurnException> {
    /** For the container. */
    public OutOfTurn() {
      super(Status.CONFLICT);
    }
  }
}
