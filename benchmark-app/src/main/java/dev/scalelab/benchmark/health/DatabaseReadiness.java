package dev.scalelab.benchmark.health;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Ready is a server whose application is deployed and whose database answers. */
@Readiness
@ApplicationScoped
public class DatabaseReadiness implements HealthCheck {

  @Inject private DatabaseProbe probe;

  @Override
  public HealthCheckResponse call() {
    return HealthCheckResponse.named("database")
        .status(probe.answers())
        .withData("problem", probe.problem())
        .build();
  }
}
