package dev.scalelab.benchmark.cells.interfaces;

import dev.scalelab.benchmark.cells.domain.BeanThrewException;
import dev.scalelab.benchmark.cells.domain.BeansBusyException;
import dev.scalelab.benchmark.cells.domain.UnknownConfigurationException;
import dev.scalelab.benchmark.web.Refused;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.ext.Provider;

/** HTTP status of each error of the cells. */
public final class CellsErrors {

  /** Name of the invalid input. */
  private static final String CONFIGURATION = "configuration";

  private CellsErrors() {}

  /** No such configuration: 404. */
  @Provider
  public static class UnknownConfiguration extends Refused<UnknownConfigurationException> {
    /** For the container. */
    public UnknownConfiguration() {
      super(Status.NOT_FOUND, e -> CONFIGURATION);
    }
  }

  /** A bean throws, as configured in its table: 500, which unlike any other 500 has the field. */
  @Provider
  public static class BeanThrew extends Refused<BeanThrewException> {
    /** For the container. */
    public BeanThrew() {
      super(Status.INTERNAL_SERVER_ERROR, e -> CONFIGURATION);
    }
  }

  /** No thread for a call of beans: 503, as if there were none for the request. */
  @Provider
  public static class BeansBusy extends Refused<BeansBusyException> {
    /** For the container. */
    public BeansBusy() {
      super(Status.SERVICE_UNAVAILABLE);
    }
  }
}
