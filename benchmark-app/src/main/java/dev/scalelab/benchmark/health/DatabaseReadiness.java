package dev.scalelab.benchmark.health;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** A server is ready when its application is deployed and its database responds. */
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
