package dev.scalelab.benchmark.ecperf.manufacturing.interfaces;

import dev.scalelab.benchmark.ecperf.manufacturing.application.AdvanceWorkOrder;
import dev.scalelab.benchmark.ecperf.manufacturing.application.CancelWorkOrder;
import dev.scalelab.benchmark.ecperf.manufacturing.application.ScheduleWorkOrder;
import dev.scalelab.benchmark.ecperf.manufacturing.application.WorkOrderStatus;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.WorkOrder;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriBuilder;

/** Work orders: scheduled on a production line, moved through its stations, completed. */
@Path("ecperf/work-orders")
@RequestScoped
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public class WorkOrderResource {

  @Inject private ScheduleWorkOrder scheduleWorkOrder;

  @Inject private AdvanceWorkOrder advanceWorkOrder;

  @Inject private CancelWorkOrder cancelWorkOrder;

  @Inject private WorkOrderStatus workOrderStatus;

  /** Schedules work on a planned line; 404 if the item does not exist, 409 if parts are missing. */
  @POST
  @Path("planned")
  public Response schedulePlanned(@NotNull @Valid PlannedWork body) {
    return created(scheduleWorkOrder.planned(body.itemNumber(), body.pieces()));
  }

  /**
   * Schedules the next large order on the large-order line; 204 if none waits or another request
   * took it, 409 if parts are missing.
   */
  @POST
  @Path("large")
  public Response scheduleLarge() {
    return scheduleWorkOrder
        .large()
        .map(WorkOrderResource::created)
        .orElseGet(() -> Response.noContent().build());
  }

  /** The work order; 404 if no work order has this id. */
  @GET
  @Path("{id}")
  public WorkOrderView show(@PathParam("id") long id) {
    return WorkOrderView.of(workOrderStatus.of(id));
  }

  /** Moves the work order through a station; 409 if another step is next. */
  @POST
  @Path("{id}/stations/{station}")
  public WorkOrderView passStation(@PathParam("id") long id, @PathParam("station") int station) {
    return WorkOrderView.of(advanceWorkOrder.passStation(id, station));
  }

  /** Completes the work order; 409 if another step is next. */
  @POST
  @Path("{id}/completion")
  public WorkOrderView complete(@PathParam("id") long id) {
    return WorkOrderView.of(advanceWorkOrder.complete(id));
  }

  /**
   * Cancels the work order of a planned line; 409 if it is completed, or of the large-order line.
   */
  @DELETE
  @Path("{id}")
  public void cancel(@PathParam("id") long id) {
    cancelWorkOrder.cancel(id);
  }

  private static Response created(WorkOrder workOrder) {
    return Response.created(
            UriBuilder.fromResource(WorkOrderResource.class).path("{id}").build(workOrder.getId()))
        .entity(WorkOrderView.of(workOrder))
        .build();
  }
}
