package dev.scalelab.operator.testbed;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;

/** The probes of a server. */
final class Probes {
  private static final int STARTUP_SECONDS = 1;

  /** On a slow machine a start may take this long. */
  static final int MIN_START_SECONDS = 120;

  private Probes() {}

  /** A server that has refused so long, in seconds, is started again. */
  static Probe startup(String path, IntOrString port, int seconds) {
    return every(STARTUP_SECONDS, path, port, seconds / STARTUP_SECONDS);
  }

  /** A probe with this period, which fails after this number of consecutive failures. */
  static Probe every(int periodSeconds, String path, IntOrString port, int failures) {
    return new ProbeBuilder()
        .withNewHttpGet()
        .withPath(path)
        .withPort(port)
        .endHttpGet()
        .withPeriodSeconds(periodSeconds)
        // A server at its CPU limit responds slowly, which is no reason to remove or restart it.
        .withTimeoutSeconds(5)
        .withFailureThreshold(failures)
        .build();
  }

  /**
   * Those of WildFly's management. Its process does not end when its start fails, as when servers
   * that start at the same time cannot join each other: it is started again while there is time for
   * another start.
   *
   * @param startup whether it has started
   * @param readiness whether it accepts requests
   * @param liveness whether it need not be started again
   */
  record OfWildFly(Probe startup, Probe readiness, Probe liveness) {
    static OfWildFly at(IntOrString port, int patienceSeconds) {
      return new OfWildFly(
          Probes.startup("/health/started", port, Math.max(MIN_START_SECONDS, patienceSeconds / 2)),
          every(2, "/health/ready", port, 5),
          every(10, "/health/live", port, 12));
    }
  }
}
