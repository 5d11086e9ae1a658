package dev.scalelab.benchmark.cells.interfaces;

import dev.scalelab.benchmark.cells.application.RunConfiguration;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** One request is one run of a configuration. No session. */
@Path("cells")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class CellsResource {

  @Inject private RunConfiguration run;

  /** What the beans have done; 404 for a name that the table lacks, 500 when a bean throws. */
  @GET
  @Path("{configuration}")
  public DoneView call(@PathParam("configuration") String configuration) {
    return DoneView.of(configuration, run.named(configuration));
  }
}
