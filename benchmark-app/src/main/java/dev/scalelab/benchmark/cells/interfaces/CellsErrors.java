package dev.scalelab.benchmark.cells.interfaces;

import dev.scalelab.benchmark.cells.domain.BeanThrewException;
import dev.scalelab.benchmark.cells.domain.UnknownConfigurationException;
import dev.scalelab.benchmark.web.Refused;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.ext.Provider;

/** The HTTP status of requests without an answer of their own. */
public final class CellsErrors {

  /** The input at fault. */
  private static final String CONFIGURATION = "configuration";

  private CellsErrors() {}

  /** A configuration that there is not: 404. */
  @Provider
  public static class UnknownConfiguration extends Refused<UnknownConfigurationException> {
    /** For the container. */
    public UnknownConfiguration() {
      super(Status.NOT_FOUND, e -> CONFIGURATION);
    }
  }

  /** A bean that throws as its table says: 500, which unlike any other 500 names the field. */
  @Provider
  public static class BeanThrew extends Refused<BeanThrewException> {
    /** For the container. */
    public BeanThrew() {
      super(Status.INTERNAL_SERVER_ERROR, e -> CONFIGURATION);
    }
  }
}
