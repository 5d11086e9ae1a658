package dev.scalelab.operator.health;

import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/**
 * Ready while any namespace is served and no CRD is missing a field: an upgrade with old CRDs stops
 * at its first pod, and the previous operator continues.
 */
@Readiness
@ApplicationScoped
public class ReadyCheck implements HealthCheck {
  private final WatchedNamespaces namespaces;
  private final CrdDifferences differences;

  public ReadyCheck(WatchedNamespaces namespaces, CrdDifferences differences) {
    this.namespaces = namespaces;
    this.differences = differences;
  }

  @Override
  public HealthCheckResponse call() {
    HealthCheckResponseBuilder response = HealthCheckResponse.named("ScaleLab");
    if (!namespaces.started()) {
      return response.withData("started", false).down().build();
    }
    namespaces.served().forEach(namespace -> response.withData(namespace, "served"));
    namespaces.notServed().forEach(namespace -> response.withData(namespace, "not served"));
    differences
        .all()
        .forEach(difference -> response.withData(difference.reason().text(), difference.message()));
    return response.status(differences.older().isEmpty() && !namespaces.served().isEmpty()).build();
  }
}
