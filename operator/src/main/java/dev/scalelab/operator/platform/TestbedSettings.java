package dev.scalelab.operator.platform;

import io.fabric8.kubernetes.api.model.Quantity;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** What testbeds need to know of the cluster, and what no experiment says. */
@ConfigMapping(prefix = "scalelab.testbed")
public interface TestbedSettings {
  /** The cluster's own DNS domain: balancer and servers look names up in full. */
  @WithDefault("cluster.local")
  String clusterDomain();

  /** Settings of all pods of testbeds where an experiment has none, as JSON of a pod block. */
  @WithDefault("{}")
  String pod();

  /** Limits of the dataset's Jobs. They never run beside a measurement. */
  default Resources datasetResources() {
    Quantity memory = new Quantity("256Mi");
    return new Resources(new Quantity("100m"), new Quantity("1"), memory, memory);
  }

  /** Limits of the suppliers' emulator: a heap of 64 MiB, and little to do. */
  default Resources supplierResources() {
    Quantity memory = new Quantity("128Mi");
    return new Resources(new Quantity("100m"), new Quantity("500m"), memory, memory);
  }
}
