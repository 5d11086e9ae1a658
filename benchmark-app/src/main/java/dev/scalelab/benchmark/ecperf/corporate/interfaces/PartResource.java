package dev.scalelab.benchmark.ecperf.corporate.interfaces;

import dev.scalelab.benchmark.ecperf.corporate.application.PartStatus;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** Parts and their suppliers. */
@Path("ecperf/parts")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class PartResource {

  @Inject private PartStatus partStatus;

  /** The part and its supplier; 404 if no part has this id. */
  @GET
  @Path("{id}")
  public PartView show(@PathParam("id") int id) {
    return PartView.of(partStatus.of(id));
  }
}
