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

/** Purchase orders: looked at, delivered. */
@Path("ecperf/purchase-orders")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class PurchaseOrderResource {

  @Inject private PurchaseOrderStatus purchaseOrderStatus;

  @Inject private ReceiveDelivery receiveDelivery;

  /** The purchase order; 404 when there is none of this number. */
  @GET
  @Path("{number}")
  public PurchaseOrderView show(@PathParam("number") UUID number) {
    return PurchaseOrderView.of(purchaseOrderStatus.of(number));
  }

  /**
   * The supplier delivers, as often as it likes; 404 when there is no such order, 409 when the
   * supplier had refused.
   */
  @POST
  @Path("{number}/delivery")
  public void deliver(@PathParam("number") UUID number) {
    receiveDelivery.receive(number);
  }
}
