package dev.scalelab.benchmark.ecperf.customer.interfaces;

import dev.scalelab.benchmark.ecperf.customer.application.CancelOrder;
import dev.scalelab.benchmark.ecperf.customer.application.ChangeOrder;
import dev.scalelab.benchmark.ecperf.customer.application.NewOrder;
import dev.scalelab.benchmark.ecperf.customer.application.OrderStatus;
import dev.scalelab.benchmark.ecperf.customer.domain.Cart;
import dev.scalelab.benchmark.ecperf.customer.domain.Order;
import dev.scalelab.benchmark.web.ClientNumber;
import dev.scalelab.benchmark.web.Writes;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriBuilder;
import java.util.UUID;

/** Orders: placed from the cart, shown, changed. */
@Path("ecperf/orders")
@RequestScoped
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public class OrderResource {

  @Inject private WebSession session;

  @Inject private NewOrder newOrder;

  @Inject private ChangeOrder changeOrder;

  @Inject private CancelOrder cancelOrder;

  @Inject private OrderStatus orderStatus;

  @Inject private LargeOrderDispatch largeOrders;

  /**
   * Turns the session's cart into an order, and ends the session; 409 if the cart is empty.
   *
   * @param number the client's number for the order; null if it has none
   */
  @POST
  @Writes
  public Response place(
      @NotNull @Valid NewOrderRequest body, @HeaderParam(ClientNumber.HEADER) UUID number) {
    Cart cart = session.cart();
    Order order =
        newOrder.place(body.customerNumber(), number == null ? cart : cart.numbered(number));
    session.end();
    largeOrders.send(order);
    return Response.created(
            UriBuilder.fromResource(OrderResource.class).path("{id}").build(order.getId()))
        .entity(OrderView.of(order))
        .build();
  }

  /** The order; 404 if no order has this id. */
  @GET
  @Path("{id}")
  public OrderView show(@PathParam("id") long id) {
    return OrderView.of(orderStatus.of(id));
  }

  /** Replaces the quantity of a line, or adds a line; 404 if the order or item does not exist. */
  @PUT
  @Path("{id}")
  @Writes
  public OrderView change(@PathParam("id") long id, @NotNull @Valid CartLine body) {
    return OrderView.of(changeOrder.change(id, body.itemNumber(), body.pieces()));
  }

  /** Cancels the order; 404 if it does not exist, 409 if it is a large one, made to order. */
  @DELETE
  @Path("{id}")
  @Writes
  public void cancel(@PathParam("id") long id) {
    cancelOrder.cancel(id);
  }
}
