package dev.scalelab.operator.testbed;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;

/** How the kubelet asks a server for its health. */
final class Probes {
  private static final int STARTUP_SECONDS = 1;

  private Probes() {}

  /** The kubelet gives a server as long to start as the experiment does, and no less. */
  static Probe startup(String path, IntOrString port, int patienceSeconds) {
    return every(STARTUP_SECONDS, path, port, patienceSeconds / STARTUP_SECONDS);
  }

  /** Asks so often; after so many failures in a row it counts. */
  static Probe every(int periodSeconds, String path, IntOrString port, int failures) {
    return new ProbeBuilder()
        .withNewHttpGet()
        .withPath(path)
        .withPort(port)
        .endHttpGet()
        .withPeriodSeconds(periodSeconds)
        // A server at its CPU limit answers late; that alone is no reason to take it away.
        .withTimeoutSeconds(5)
        .withFailureThreshold(failures)
        .build();
  }
}
