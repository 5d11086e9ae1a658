package dev.scalelab.operator.testbed;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;

/** The probes of a server. */
final class Probes {
  private static final int STARTUP_SECONDS = 1;

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
}
