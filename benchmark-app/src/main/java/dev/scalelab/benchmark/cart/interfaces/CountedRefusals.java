package dev.scalelab.benchmark.cart.interfaces;

import dev.scalelab.benchmark.cart.application.VisitorsCart;
import dev.scalelab.benchmark.web.ApiError;
import jakarta.ejb.NoSuchEJBException;
import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.core.Response.Status.Family;
import jakarta.ws.rs.ext.Provider;

/**
 * Adds the number of changes of the session's cart to error responses, so that every response has
 * it. Conflicts are excluded: a full or a lost cart reports it itself, and an ended session has no
 * cart.
 */
@Provider
public class CountedRefusals implements ContainerResponseFilter {

  @Inject private VisitorsCart visitorsCart;

  @Override
  public void filter(ContainerRequestContext context, ContainerResponseContext answer) {
    if (answer.getStatusInfo().getFamily() == Family.CLIENT_ERROR
        && answer.getStatus() != Status.CONFLICT.getStatusCode()
        && answer.getEntity() instanceof ApiError refusal
        && context.getUriInfo().getPath().startsWith("/cart")) {
      answer.setEntity(
          new CartErrors.RefusalView(refusal.error(), refusal.field(), changesOfTheSession()));
    }
  }

  private int changesOfTheSession() {
    try {
      return visitorsCart.hasBegun() ? visitorsCart.content().changes() : 0;
    } catch (NoSuchEJBException lost) {
      return 0;
    }
  }
}
