package dev.scalelab.benchmark.portal.interfaces;

import dev.scalelab.benchmark.portal.domain.QueueUnavailableException;
import dev.scalelab.benchmark.portal.domain.StatusTooOldException;
import dev.scalelab.benchmark.portal.domain.UnknownCustomerException;
import dev.scalelab.benchmark.web.Refused;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.ext.Provider;

/** HTTP status of each error of the portal. */
public final class PortalErrors {

  private PortalErrors() {}

  /** No such customer: 404. */
  @Provider
  public static class UnknownCustomer extends Refused<UnknownCustomerException> {
    /** For the container. */
    public UnknownCustomer() {
      super(Status.NOT_FOUND, e -> "customerId");
    }
  }

  /** A status was too old before it could be returned: 503. */
  @Provider
  public static class StatusTooOld extends Refused<StatusTooOldException> {
    /** For the container. */
    public StatusTooOld() {
      super(Status.SERVICE_UNAVAILABLE);
    }
  }

  /** The queue does not accept an order: 503. */
  @Provider
  public static class QueueUnavailable extends Refused<QueueUnavailableException> {
    /** For the container. */
    public QueueUnavailable() {
      super(Status.SERVICE_UNAVAILABLE);
    }
  }
}
