package dev.scalelab.operator.testbed;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;

/** The probes of a server. */
final class Probes {
  private static final int STARTUP_SECONDS = 1;

  private Probes() {}

  /** A server has at least as long to start as the experiment's timeout allows. */
  static Probe startup(String path, IntOrString port, int patienceSeconds) {
    return every(STARTUP_SECONDS, path, port, patienceSeconds / STARTUP_SECONDS);
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
