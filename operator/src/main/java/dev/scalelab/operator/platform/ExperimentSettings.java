package dev.scalelab.operator.platform;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Settings of all experiments of an installation, set by the chart. */
@ConfigMapping(prefix = "scalelab.experiments")
public interface ExperimentSettings {
  /** Whether experiments may run at the same time on the same nodes. */
  @WithDefault("false")
  boolean shareNodes();

  /** Whether the cluster creates nodes for pods that wait for one. */
  @WithDefault("false")
  boolean nodesOnDemand();
}
