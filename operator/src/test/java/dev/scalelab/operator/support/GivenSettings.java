package dev.scalelab.operator.support;

import dev.scalelab.operator.platform.ExperimentSettings;

/** Settings of all experiments, chosen by a test. */
public record GivenSettings(boolean shareNodes, boolean nodesOnDemand)
    implements ExperimentSettings {}
