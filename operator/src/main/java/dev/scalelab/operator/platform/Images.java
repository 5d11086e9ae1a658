package dev.scalelab.operator.platform;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Images of a testbed where an experiment names none; the chart sets them. */
@ConfigMapping(prefix = "scalelab.images")
public interface Images {
  @WithDefault("ghcr.io/scalelab/benchmark-app:0.1.0")
  String benchmarkApp();

  @WithDefault("ghcr.io/scalelab/load-generator:0.1.0")
  String loadGenerator();

  @WithDefault("docker.io/library/haproxy:3.0")
  String haproxy();

  @WithDefault("ghcr.io/cloudnative-pg/postgresql:17-standard-trixie")
  String postgresql();

  /** When nodes pull images, as Kubernetes spells it: IfNotPresent, Always or Never. */
  @WithDefault("IfNotPresent")
  String pullPolicy();
}
