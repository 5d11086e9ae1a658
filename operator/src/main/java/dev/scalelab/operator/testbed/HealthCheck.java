package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.WorkloadSpec;

/**
 * The readiness check of a server.
 *
 * @param port port of the server
 * @param path path that returns 200 when the server accepts requests
 */
record HealthCheck(int port, String path) {

  /** The readiness check of a workload's servers. */
  static HealthCheck of(WorkloadSpec workload) {
    return workload.custom() == null
        ? new HealthCheck(ApplicationManifest.MANAGEMENT, "/health/ready")
        : new HealthCheck(ApplicationManifest.HTTP, workload.custom().readinessPath());
  }
}
