package dev.scalelab.benchmark.cells.interfaces;

import dev.scalelab.benchmark.cells.application.Runs;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** One request is one run of a configuration. There is no session. */
@Path("cells")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class CellsResource {

  @Inject private Runs runs;

  /**
   * The work that the beans did; 404 if the table has no such configuration, 500 if a bean throws,
   * 503 if too many calls wait for a bean thread.
   */
  @GET
  @Path("{configuration}")
  public DoneView call(@PathParam("configuration") String configuration) {
    return DoneView.of(configuration, runs.named(configuration));
  }
}
