package dev.scalelab.operator.testbed;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;

/** The probes of a server. */
final class Probes {
  private static final int STARTUP_SECONDS = 1;

  private Probes() {}

  /**
   * A server that has not started after half of the experiment's timeout is started again, since a
   * failed start does not end its process. Servers that start at the same time may fail to join.
   */
  static Probe startup(String path, IntOrString port, int patienceSeconds) {
    return every(STARTUP_SECONDS, path, port, patienceSeconds / 2 / STARTUP_SECONDS);
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
}
