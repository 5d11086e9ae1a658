package dev.scalelab.benchmark.ecperf.interfaces;

import dev.scalelab.benchmark.ecperf.domain.Domain;
import dev.scalelab.benchmark.ecperf.domain.Partition;
import dev.scalelab.benchmark.web.ApiError;
import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.Provider;
import java.util.Arrays;
import java.util.Locale;

/** Refuses requests of domains whose work the servers of another partition do: 421. */
@Provider
public class OwnDomains implements ContainerRequestFilter {

  private static final int MISDIRECTED = 421;

  @Inject private Partition partition;

  @Context private ResourceInfo resource;

  @Override
  public void filter(ContainerRequestContext request) {
    Arrays.stream(Domain.values())
        .filter(domain -> !partition.has(domain))
        .filter(domain -> isOf(resource.getResourceClass(), domain))
        .findFirst()
        .ifPresent(
            domain ->
                request.abortWith(
                    Response.status(MISDIRECTED)
                        .type(MediaType.APPLICATION_JSON_TYPE)
                        .entity(new ApiError("another partition has the domain " + domain, null))
                        .build()));
  }

  private static boolean isOf(Class<?> resource, Domain domain) {
    return resource
        .getPackageName()
        .contains(".ecperf." + domain.name().toLowerCase(Locale.ROOT) + ".");
  }
}
