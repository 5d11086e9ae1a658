package dev.scalelab.operator.plan;

import dev.scalelab.operator.api.FactorValue;
import java.util.List;

/**
 * One more configuration, with which a diagnosis is verified.
 *
 * @param configuration name of the diagnosed configuration within the experiment
 * @param variant its variant
 * @param factors its values of factors
 * @param replicas its number of servers
 * @param raised the settings that are raised, with their new values
 */
public record Verification(
    String configuration,
    String variant,
    List<FactorValue> factors,
    int replicas,
    List<FactorValue> raised) {}
