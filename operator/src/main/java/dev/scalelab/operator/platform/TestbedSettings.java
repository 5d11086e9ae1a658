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

  /** CPU limit of the dataset's Jobs, in cores. They never run beside a measurement. */
  @WithDefault("1")
  String datasetCpu();

  /** CPU request of the dataset's Jobs, in cores. */
  @WithDefault("100m")
  String datasetCpuRequest();

  /** Memory limit and request of the dataset's Jobs, in bytes. */
  @WithDefault("256Mi")
  String datasetMemory();

  /** Limits of the dataset's Jobs. */
  default Resources datasetResources() {
    return new Resources(
        new Quantity(datasetCpuRequest()),
        new Quantity(datasetCpu()),
        new Quantity(datasetMemory()),
        new Quantity(datasetMemory()));
  }
}
