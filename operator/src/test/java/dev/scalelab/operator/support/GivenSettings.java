package dev.scalelab.operator.support;

import dev.scalelab.operator.platform.ExperimentSettings;

/** Settings of all experiments, as a test chooses them. */
public record GivenSettings(boolean shareNodes, boolean nodesOnDemand)
    implements ExperimentSettings {}
