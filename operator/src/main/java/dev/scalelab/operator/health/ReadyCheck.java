package dev.scalelab.operator.health;

import dev.scalelab.operator.api.Reason;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/**
 * Ready while any namespace is served and no CRD lacks a field: an upgrade with old CRDs stops at
 * its first pod, and the operator before it goes on.
 */
@Readiness
@ApplicationScoped
public class ReadyCheck implements HealthCheck {
  private final WatchedNamespaces namespaces;
  private final OperatorHealth health;

  public ReadyCheck(WatchedNamespaces namespaces, OperatorHealth health) {
    this.namespaces = namespaces;
    this.health = health;
  }

  @Override
  public HealthCheckResponse call() {
    HealthCheckResponseBuilder response = HealthCheckResponse.named("ScaleLab");
    if (!namespaces.started()) {
      return response.withData("started", false).down().build();
    }
    namespaces.served().forEach(namespace -> response.withData(namespace, "served"));
    namespaces.notServed().forEach(namespace -> response.withData(namespace, "not served"));
    List<ServedCrds.Difference> differences = health.differences();
    differences.forEach(
        difference -> response.withData(difference.reason().text(), difference.message()));
    boolean older =
        differences.stream().anyMatch(difference -> difference.reason() == Reason.CRD_OLDER);
    return response.status(!older && !namespaces.served().isEmpty()).build();
  }
}
