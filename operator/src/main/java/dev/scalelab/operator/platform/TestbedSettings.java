package dev.scalelab.operator.platform;

import io.fabric8.kubernetes.api.model.Quantity;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Settings of testbeds that depend on the cluster, or that experiments cannot set. */
@ConfigMapping(prefix = "scalelab.testbed")
public interface TestbedSettings {
  /** The cluster's DNS domain: balancer and servers use fully qualified names. */
  @WithDefault("cluster.local")
  String clusterDomain();

  /** Default settings of all testbed pods, as JSON of a pod block. */
  @WithDefault("{}")
  String pod();

  /** Limits of the dataset's Jobs, which never run during a measurement. */
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
