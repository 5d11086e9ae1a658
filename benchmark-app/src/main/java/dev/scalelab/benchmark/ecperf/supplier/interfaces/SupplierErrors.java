package dev.scalelab.benchmark.ecperf.supplier.interfaces;

import dev.scalelab.benchmark.ecperf.supplier.domain.NotOrderedException;
import dev.scalelab.benchmark.web.Refused;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.ext.Provider;

/** HTTP status of each error of the supplier domain. */
public final class SupplierErrors {

  private SupplierErrors() {}

  /** A delivery of an order that the supplier had refused: 409. */
  @Provider
  public static class NotOrdered extends Refused<NotOrderedException> {
    /** For the container. */
    public NotOrdered() {
      super(Status.CONFLICT);
    }
  }
}
