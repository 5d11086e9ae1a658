package dev.scalelab.operator.health;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Liveness;

/**
 * Alive while no watch has stopped permanently and no reconciliation hangs: the kubelet restarts an
 * operator that no longer works. A restart loses nothing, since all state is in the cluster.
 */
@Liveness
@ApplicationScoped
public class LiveCheck implements HealthCheck {
  /**
   * A reconciliation takes milliseconds, and each of its requests ends within its own timeout. One
   * that catches up on many steps sends thousands of queries to Prometheus, which may be slow.
   */
  private static final Duration LONGEST_RECONCILIATION = Duration.ofMinutes(30);

  private final WatchedNamespaces namespaces;
  private final RunningReconciliations running;

  public LiveCheck(WatchedNamespaces namespaces, RunningReconciliations running) {
    this.namespaces = namespaces;
    this.running = running;
  }

  @Override
  public HealthCheckResponse call() {
    HealthCheckResponseBuilder response = HealthCheckResponse.named("ScaleLab");
    List<String> stopped = namespaces.started() ? namespaces.stopped() : List.of();
    stopped.forEach(namespace -> response.withData(namespace, "its watch has stopped"));
    Optional<String> hanging = running.longerThan(LONGEST_RECONCILIATION);
    hanging.ifPresent(experiment -> response.withData("hanging reconciliation", experiment));
    return response.status(stopped.isEmpty() && hanging.isEmpty()).build();
  }
}
