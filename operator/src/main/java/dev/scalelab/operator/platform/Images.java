package dev.scalelab.operator.platform;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Default images of testbeds, set by the chart. */
@ConfigMapping(prefix = "scalelab.images")
public interface Images {
  @WithDefault("ghcr.io/scalelab/benchmark-app:0.1.0")
  String benchmarkApp();

  @WithDefault("ghcr.io/scalelab/load-generator:0.1.0")
  String loadGenerator();

  @WithDefault("ghcr.io/scalelab/infinispan-server:0.1.0")
  String infinispanServer();

  @WithDefault("docker.io/library/haproxy:3.0")
  String haproxy();

  @WithDefault("ghcr.io/cloudnative-pg/postgresql:17-standard-trixie")
  String postgresql();

  /** Pull policy as in Kubernetes: IfNotPresent, Always or Never. */
  @WithDefault("IfNotPresent")
  String pullPolicy();
}
