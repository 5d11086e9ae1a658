package dev.scalelab.benchmark.portal.interfaces;

import dev.scalelab.benchmark.portal.domain.QueueUnavailableException;
import dev.scalelab.benchmark.portal.domain.StatusTooOldException;
import dev.scalelab.benchmark.portal.domain.UnknownCustomerException;
import dev.scalelab.benchmark.web.Refused;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.ext.Provider;

/** The HTTP status of what the portal refuses. */
public final class PortalErrors {

  private PortalErrors() {}

  /** A customer that there is not: 404. */
  @Provider
  public static class UnknownCustomer extends Refused<UnknownCustomerException> {
    /** For the container. */
    public UnknownCustomer() {
      super(Status.NOT_FOUND, e -> "customerId");
    }
  }

  /** A status that was too old before it could be told: 503. */
  @Provider
  public static class StatusTooOld extends Refused<StatusTooOldException> {
    /** For the container. */
    public StatusTooOld() {
      super(Status.SERVICE_UNAVAILABLE);
    }
  }

  /** An order that the queue does not take: 503. */
  @Provider
  public static class QueueUnavailable extends Refused<QueueUnavailableException> {
    /** For the container. */
    public QueueUnavailable() {
      super(Status.SERVICE_UNAVAILABLE);
    }
  }
}
