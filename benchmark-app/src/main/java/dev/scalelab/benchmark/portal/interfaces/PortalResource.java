package dev.scalelab.benchmark.portal.interfaces;

import dev.scalelab.benchmark.portal.application.OrderEntry;
import dev.scalelab.benchmark.portal.application.StatusDesk;
import dev.scalelab.benchmark.portal.application.TicketDesk;
import dev.scalelab.benchmark.web.ClientNumber;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.NewCookie;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;
import java.util.UUID;

/** The portal: statuses of a customer's orders and tickets, and new ones. */
@Path("portal")
@RequestScoped
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public class PortalResource {

  /** The balancer's cookie, with the name of the server that serves the client. */
  static final String SERVER = "SCALELAB_SERVER";

  @Inject private StatusDesk desk;

  @Inject private OrderEntry entry;
  @Inject private TicketDesk tickets;

  /** The customer's latest orders; 404 if the customer does not exist, 503 if out of date. */
  @GET
  @Path("customers/{id}/orders")
  public Response orders(@PathParam("id") int customerId) {
    return routed(customerId, StatusView.ofOrders(desk.account(customerId), desk.maxAge()));
  }

  /** The customer's tickets; 404 if the customer does not exist, 503 if out of date. */
  @GET
  @Path("customers/{id}/tickets")
  public Response tickets(@PathParam("id") int customerId) {
    return routed(customerId, StatusView.ofTickets(desk.account(customerId), desk.maxAge()));
  }

  /**
   * Accepts an order, which is processed later; 503 if the queue is unavailable.
   *
   * @param number the client's number for it; null if it has none
   */
  @POST
  @Path("orders")
  public Response order(
      @NotNull @Valid CustomerRequest body, @HeaderParam(ClientNumber.HEADER) UUID number) {
    return Response.status(Status.ACCEPTED)
        .entity(AcceptedView.of(entry.accept(body.customerNumber(), number)))
        .build();
  }

  /**
   * Creates a ticket; 404 if the customer does not exist.
   *
   * @param number the client's number for it; null if it has none
   */
  @POST
  @Path("tickets")
  public Response ticket(
      @NotNull @Valid CustomerRequest body, @HeaderParam(ClientNumber.HEADER) UUID number) {
    return Response.status(Status.CREATED)
        .entity(TicketView.of(tickets.create(body.customerNumber(), number)))
        .build();
  }

  /** A response that makes the balancer send this client to the server that owns the account. */
  private Response routed(int customerId, Object view) {
    Response.ResponseBuilder answer = Response.ok(view);
    desk.nearerServer(customerId)
        .map(pod -> new NewCookie.Builder(SERVER).value(pod).path("/").httpOnly(true).build())
        .ifPresent(answer::cookie);
    return answer.build();
  }
}
