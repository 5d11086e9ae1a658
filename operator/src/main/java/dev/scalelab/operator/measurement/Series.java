package dev.scalelab.operator.measurement;

import java.util.List;
import java.util.Map;

/**
 * One series of an answer of Prometheus.
 *
 * @param labels its labels
 * @param samples its samples, oldest first
 */
record Series(Map<String, String> labels, List<Sample> samples) {
  /** A value at a time, in seconds since 1970. */
  record Sample(double time, double value) {}

  /** A label's value; empty if the series does not have it, as in Prometheus itself. */
  String label(String name) {
    return labels.getOrDefault(name, "");
  }

  /** The latest value. */
  double value() {
    return samples.get(samples.size() - 1).value();
  }
}
