package dev.scalelab.benchmark.ecperf.customer.interfaces;

import dev.scalelab.benchmark.ecperf.customer.application.CustomerStatus;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** Customers and their latest orders. */
@Path("ecperf/customers")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class CustomerResource {

  @Inject private CustomerStatus customerStatus;

  /** The customer's latest orders; 404 if no customer has this id. */
  @GET
  @Path("{id}/orders")
  public CustomerView latestOrders(@PathParam("id") int id) {
    return CustomerView.of(customerStatus.of(id));
  }
}
