package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.WorkloadSpec;

/**
 * Where a server tells whether it takes requests.
 *
 * @param port port of the server
 * @param path answers with 200 when it does
 */
record HealthCheck(int port, String path) {

  /** That of a workload's servers. */
  static HealthCheck of(WorkloadSpec workload) {
    return workload.custom() == null
        ? new HealthCheck(ApplicationManifest.MANAGEMENT, "/health/ready")
        : new HealthCheck(ApplicationManifest.HTTP, workload.custom().readinessPath());
  }
}
