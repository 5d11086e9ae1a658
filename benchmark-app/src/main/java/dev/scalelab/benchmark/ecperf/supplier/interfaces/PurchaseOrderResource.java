package dev.scalelab.benchmark.ecperf.supplier.interfaces;

import dev.scalelab.benchmark.ecperf.supplier.application.PurchaseOrderStatus;
import dev.scalelab.benchmark.ecperf.supplier.application.ReceiveDelivery;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.UUID;

/** Purchase orders: shown, delivered. */
@Path("ecperf/purchase-orders")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class PurchaseOrderResource {

  @Inject private PurchaseOrderStatus purchaseOrderStatus;

  @Inject private ReceiveDelivery receiveDelivery;

  /** The purchase order; 404 if no purchase order has this number. */
  @GET
  @Path("{number}")
  public PurchaseOrderView show(@PathParam("number") UUID number) {
    return PurchaseOrderView.of(purchaseOrderStatus.of(number));
  }

  /**
   * The supplier delivers, any number of times; 404 if the order does not exist, 409 if the
   * supplier had refused it.
   */
  @POST
  @Path("{number}/delivery")
  public void deliver(@PathParam("number") UUID number) {
    receiveDelivery.receive(number);
  }
}
